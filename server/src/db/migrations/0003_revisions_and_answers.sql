-- no transaction
DO $$ BEGIN CREATE TYPE "public"."friendship" AS ENUM('unknown', 'friend', 'blocked'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "friendship" "friendship" DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "first_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "to_blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_ticket_revision" ON "messages" USING btree ("ticket_id",greatest("revision", "seq"));--> statement-breakpoint
-- in batches
UPDATE "customers" SET "friendship" = 'blocked' WHERE "id" IN (
  SELECT "id" FROM "customers" WHERE NOT "is_friend" AND "friendship" = 'unknown' LIMIT 1000);--> statement-breakpoint
-- in batches
WITH batch AS (
  SELECT "id", "channel_key", "user_id", "type" = 'follow' AND "applied_at" IS NOT NULL AS followed
  FROM "line_events" WHERE "id" > coalesce($1::bigint, 0) ORDER BY "id" LIMIT 5000),
changed AS (
  UPDATE "customers" c SET "friendship" = 'friend' FROM batch b
  WHERE b.followed AND c."channel_key" = b."channel_key" AND c."line_user_id" = b."user_id"
    AND c."is_friend" AND c."friendship" = 'unknown')
SELECT "id"::text AS cursor FROM batch ORDER BY "id";--> statement-breakpoint
UPDATE "deliveries" SET "first_called_at" = "created_at"
WHERE "state" IN ('queued', 'sending') AND "attempts" > 0 AND "first_called_at" IS NULL;--> statement-breakpoint
UPDATE "tickets" t SET "waiting_since" = owed."since", "version" = t."version" + 1
FROM (SELECT DISTINCT "ticket_id" FROM "deliveries" WHERE "state" = 'failed') f
CROSS JOIN LATERAL (SELECT m."event_time" AS since FROM "messages" m
  WHERE m."ticket_id" = f."ticket_id" AND m."direction" = 'IN' AND m."seq" > coalesce((
    SELECT max(o."seq") FROM "messages" o LEFT JOIN "deliveries" d ON d."message_id" = o."id"
    WHERE o."ticket_id" = f."ticket_id" AND o."direction" = 'OUT' AND d."state" IS DISTINCT FROM 'failed'), 0)
  ORDER BY m."seq" LIMIT 1) owed
WHERE t."id" = f."ticket_id" AND t."status" = 'OPEN' AND t."waiting_since" IS NULL;
