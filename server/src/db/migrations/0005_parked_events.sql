-- no transaction
ALTER TABLE "line_events" ADD COLUMN IF NOT EXISTS "parked_at" timestamp (3) with time zone;--> statement-breakpoint
-- in batches
-- Ten failures were the end of an event until now.
UPDATE "line_events" SET "parked_at" = now() WHERE "id" IN (
  SELECT "id" FROM "line_events" WHERE "applied_at" IS NULL AND "parked_at" IS NULL AND "attempts" >= 10 LIMIT 1000)
RETURNING "id";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "line_events_parked" ON "line_events" USING btree ("parked_at","id") WHERE "line_events"."parked_at" is not null;
