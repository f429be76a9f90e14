ALTER TABLE "tickets" ADD COLUMN "absent_alert_seq" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "wait_reason" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "wait_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "line_sends" ADD COLUMN "refused_calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "waits_for_line" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("channel_key","wait_since") WHERE "deliveries"."state" in ('queued', 'sending') and "deliveries"."wait_since" is not null;--> statement-breakpoint
CREATE INDEX "media_waiting_for_line" ON "media" USING btree ("channel_key","created_at") WHERE "media"."state" = 'pending' and "media"."waits_for_line";