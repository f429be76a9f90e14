-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_channel_due" ON "deliveries" USING btree ("channel_key","next_attempt_at") WHERE "deliveries"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_waiting" ON "tickets" USING btree ("waiting_since" asc nulls last,"opened_at","id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_channel_waiting" ON "tickets" USING btree ("channel_key","waiting_since" asc nulls last,"opened_at","id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_opened" ON "tickets" USING btree ("opened_at","id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_activity" ON "tickets" USING btree ("last_activity_at","id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_assignee" ON "tickets" USING btree ("assignee_id","opened_at","id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_closed_time" ON "tickets" USING btree ("closed_at","id") WHERE "tickets"."status" = 'CLOSED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_closed_opened" ON "tickets" USING btree ("opened_at","id") WHERE "tickets"."status" = 'CLOSED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_closed_activity" ON "tickets" USING btree ("last_activity_at","id") WHERE "tickets"."status" = 'CLOSED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_closed_channel" ON "tickets" USING btree ("channel_key","closed_at","id") WHERE "tickets"."status" = 'CLOSED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_closed_assignee" ON "tickets" USING btree ("assignee_id","closed_at","id") WHERE "tickets"."status" = 'CLOSED';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_due";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_waiting";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_opened";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_activity";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_closed";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_assignee";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_assignee_closed";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_unassigned";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_channel";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_channel_opened";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_channel_closed";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_id_prefix";
