-- no transaction
-- Kinds of messages, what customers and staff send as files, and calls to LINE as rows. What servers of the release before write
-- meanwhile is completed by triggers, which a later release drops.
CREATE SEQUENCE IF NOT EXISTS "deliveries_place_seq";--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "line_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_key" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"message_ids" uuid[] NOT NULL,
	"via" text NOT NULL,
	"reply_token" text,
	"body" jsonb NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"first_called_at" timestamp (3) with time zone,
	"outcome" text,
	"error_code" text,
	"error" text,
	"line_request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "blobs" (
	"key" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "desk_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "media" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"channel_key" text,
	"message_id" uuid,
	"line_message_id" text,
	"uploaded_by_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"file_name" text,
	"original_blob" text,
	"preview_blob" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_owner" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "media_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "messages"("id"),
	CONSTRAINT "media_uploaded_by_id_staff_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "staff"("id"),
	CONSTRAINT "media_original_blob_blobs_key_fk" FOREIGN KEY ("original_blob") REFERENCES "blobs"("key"),
	CONSTRAINT "media_preview_blob_blobs_key_fk" FOREIGN KEY ("preview_blob") REFERENCES "blobs"("key")
);--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "line_name" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "basic_id" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "chat_mode" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "mark_as_read_mode" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "quota_limit" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "quota_used" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "quota_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "shows_typing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "place" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "send_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "kind" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "content" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "source_event_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "mark_as_read_token" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "sort_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reply_tokens" ADD COLUMN IF NOT EXISTS "customer_id" uuid;--> statement-breakpoint
-- Apart from adding the column, which would rewrite the table.
ALTER TABLE "deliveries" ALTER COLUMN "place" SET DEFAULT nextval('deliveries_place_seq');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "line_sends_open" ON "line_sends" USING btree ("customer_id") WHERE "line_sends"."outcome" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "line_sends_ended" ON "line_sends" USING btree ("ended_at") WHERE "line_sends"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "blobs_content" ON "blobs" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "blobs_age" ON "blobs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "media_message" ON "media" USING btree ("message_id") WHERE "media"."message_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_due" ON "media" USING btree ("next_attempt_at","id") WHERE "media"."state" = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_original" ON "media" USING btree ("original_blob") WHERE "media"."original_blob" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_preview" ON "media" USING btree ("preview_blob") WHERE "media"."preview_blob" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_customer_heads" ON "deliveries" USING btree ("customer_id","place") WHERE "deliveries"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_send" ON "deliveries" USING btree ("send_id") WHERE "deliveries"."send_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "messages_source_event" ON "messages" USING btree ("source_event_id") WHERE "messages"."source_event_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reply_tokens_customer" ON "reply_tokens" USING btree ("customer_id","received_at") WHERE "reply_tokens"."used_at" is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION customer_of_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."customer_id" := (SELECT t."customer_id" FROM "tickets" t WHERE t."id" = NEW."ticket_id");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "deliveries_of_old_servers" BEFORE INSERT ON "deliveries" FOR EACH ROW
  WHEN (NEW."customer_id" IS NULL) EXECUTE FUNCTION customer_of_old_servers();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "reply_tokens_of_old_servers" BEFORE INSERT ON "reply_tokens" FOR EACH ROW
  WHEN (NEW."customer_id" IS NULL) EXECUTE FUNCTION customer_of_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION media_of_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "media" ("purpose", "kind", "channel_key", "message_id", "line_message_id", "file_name")
    VALUES ('customer', NEW."message_type", NEW."channel_key", NEW."id", NEW."line_message_id", NEW."payload" ->> 'fileName');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "messages_media_of_old_servers" AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW."direction" = 'IN' AND NEW."kind" IS NULL AND NEW."message_type" IN ('image', 'video', 'audio', 'file')
    AND NEW."line_message_id" IS NOT NULL AND NEW."payload" #>> '{contentProvider,type}' IS DISTINCT FROM 'external')
  EXECUTE FUNCTION media_of_old_servers();--> statement-breakpoint
-- Before those that were given a place since.
UPDATE "deliveries" d SET "customer_id" = t."customer_id", "place" = coalesce(d."place", w."nth" - 1000000000000)
FROM (SELECT "message_id", row_number() OVER (ORDER BY "created_at", "seq") AS nth FROM "deliveries"
  WHERE "state" IN ('queued', 'sending') AND ("customer_id" IS NULL OR "place" IS NULL)) w, "tickets" t
WHERE d."message_id" = w."message_id" AND t."id" = d."ticket_id";--> statement-breakpoint
UPDATE "reply_tokens" r SET "customer_id" = t."customer_id" FROM "tickets" t
WHERE r."customer_id" IS NULL AND r."used_at" IS NULL AND r."expires_at" > now() AND t."id" = r."ticket_id";--> statement-breakpoint
-- in batches
-- What customers have sent and was never fetched: LINE may still have it.
WITH batch AS (
  SELECT m."id", m."channel_key", m."line_message_id", m."message_type", m."payload", m."created_at", m."unsent_at", m."direction", m."kind"
  FROM "messages" m WHERE m."id" > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY m."id" LIMIT 5000),
wanted AS (
  INSERT INTO "media" ("purpose", "kind", "channel_key", "message_id", "line_message_id", "file_name")
  SELECT 'customer', b."message_type", b."channel_key", b."id", b."line_message_id", b."payload" ->> 'fileName' FROM batch b
  WHERE b."direction" = 'IN' AND b."kind" IS NULL AND b."message_type" IN ('image', 'video', 'audio', 'file')
    AND b."line_message_id" IS NOT NULL AND b."payload" #>> '{contentProvider,type}' IS DISTINCT FROM 'external'
    AND b."unsent_at" IS NULL AND b."created_at" > now() - interval '60 days'
  ON CONFLICT DO NOTHING)
SELECT "id"::text AS cursor FROM batch ORDER BY "id";