-- no transaction
-- What customers' pictures are known by, to say which came before. A trigger takes it from their content, whichever server stores it.
ALTER TABLE "media" ADD COLUMN IF NOT EXISTS "content_sha256" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION media_content_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."content_sha256" := (SELECT b."sha256" FROM "blobs" b WHERE b."key" = NEW."original_blob");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "media_content_sha256" BEFORE INSERT OR UPDATE OF "original_blob" ON "media" FOR EACH ROW
  WHEN (NEW."purpose" = 'customer' AND NEW."original_blob" IS NOT NULL) EXECUTE FUNCTION media_content_sha256();--> statement-breakpoint
-- in batches
-- What is there already, and what was taken back, of which the message keeps the hash.
WITH batch AS (
  SELECT "id", "message_id", "original_blob" FROM "media"
  WHERE ($1::uuid IS NULL OR "id" > $1::uuid) AND "purpose" = 'customer' AND "content_sha256" IS NULL ORDER BY "id" LIMIT 2000
), done AS (
  UPDATE "media" md SET "content_sha256" = coalesce(b."sha256", m."payload" ->> 'media_sha256')
  FROM batch LEFT JOIN "blobs" b ON b."key" = batch."original_blob" LEFT JOIN "messages" m ON m."id" = batch."message_id" AND m."unsent_at" IS NOT NULL
  WHERE md."id" = batch."id" AND md."content_sha256" IS NULL AND coalesce(b."sha256", m."payload" ->> 'media_sha256') IS NOT NULL
)
SELECT id::text AS cursor FROM batch ORDER BY id;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_same_picture" ON "media" USING btree ("channel_key","content_sha256","created_at") WHERE "media"."kind" = 'image' and "media"."content_sha256" is not null;
