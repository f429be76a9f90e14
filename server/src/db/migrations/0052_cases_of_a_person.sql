-- no transaction
-- The live wall counts the open cases of who is here, and a hand-over those of who may take it, along one index: it says in which
-- account a case is and whether its customer waits. In the place of the one without that, which goes when the new one stands.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_open_assignee_channel_waiting" ON "tickets" USING btree ("assignee_id","opened_at","id") INCLUDE ("channel_key","waiting_since") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_open_assignee";--> statement-breakpoint
ALTER INDEX "tickets_open_assignee_channel_waiting" RENAME TO "tickets_open_assignee";
