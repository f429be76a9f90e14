-- no transaction
-- What was there before counts as brought by this transaction. One value for all: no row is rewritten.
ALTER TABLE "tickets" ADD COLUMN IF NOT EXISTS "last_in_xid" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_last_in_xid" ON "tickets" USING btree ("last_in_xid");
