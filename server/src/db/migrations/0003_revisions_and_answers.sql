CREATE TYPE "public"."friendship" AS ENUM('unknown', 'friend', 'blocked');--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "friendship" "friendship" DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "first_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "to_blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_ticket_revision" ON "messages" USING btree ("ticket_id",greatest("revision", "seq"));--> statement-breakpoint
UPDATE "customers" SET "friendship" = 'blocked' WHERE NOT "is_friend";--> statement-breakpoint
UPDATE "customers" c SET "friendship" = 'friend' WHERE c."is_friend" AND EXISTS (SELECT 1 FROM "line_events" e
  WHERE e."type" = 'follow' AND e."channel_key" = c."channel_key" AND e."user_id" = c."line_user_id" AND e."applied_at" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "is_friend";--> statement-breakpoint
UPDATE "deliveries" SET "first_called_at" = "created_at" WHERE "state" IN ('queued', 'sending') AND "attempts" > 0;--> statement-breakpoint
UPDATE "tickets" t SET "waiting_since" = owed."since", "version" = t."version" + 1
FROM (SELECT DISTINCT "ticket_id" FROM "deliveries" WHERE "state" = 'failed') f
CROSS JOIN LATERAL (SELECT m."event_time" AS since FROM "messages" m
  WHERE m."ticket_id" = f."ticket_id" AND m."direction" = 'IN' AND m."seq" > coalesce((
    SELECT max(o."seq") FROM "messages" o LEFT JOIN "deliveries" d ON d."message_id" = o."id"
    WHERE o."ticket_id" = f."ticket_id" AND o."direction" = 'OUT' AND d."state" IS DISTINCT FROM 'failed'), 0)
  ORDER BY m."seq" LIMIT 1) owed
WHERE t."id" = f."ticket_id" AND t."status" = 'OPEN' AND t."waiting_since" IS NULL;
