-- no transaction
-- The live wall counts along one index: it says of an open case who has it too. In the place of the one without that, which goes when the
-- new one stands.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_channel_waiting_assignee" ON "tickets" USING btree ("channel_key","waiting_since" asc nulls last,"opened_at","id") INCLUDE ("assignee_id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_open_channel_waiting";--> statement-breakpoint
ALTER INDEX "tickets_open_channel_waiting_assignee" RENAME TO "tickets_open_channel_waiting";
