-- no transaction
-- Replies delayed by LINE say so, and a successful call wakes them and media, along the indexes; tickets note for which message everyone
-- was alerted because the assignee was not present.
ALTER TABLE "tickets" ADD COLUMN IF NOT EXISTS "absent_alert_seq" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "wait_reason" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "wait_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "line_sends" ADD COLUMN IF NOT EXISTS "refused_calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN IF NOT EXISTS "waits_for_line" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_waiting" ON "deliveries" USING btree ("channel_key","wait_since") WHERE "deliveries"."state" in ('queued', 'sending') and "deliveries"."wait_since" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_waiting_for_line" ON "media" USING btree ("channel_key","created_at") WHERE "media"."state" = 'pending' and "media"."waits_for_line";