-- no transaction
-- in batches
-- Names and messages that were normalised by version 1 are normalised again while the server runs, names by housekeeping, messages by
-- the search fold. Until then searches find them by their old form.
WITH batch AS (
  SELECT "id", "name_norm_version" AS "version" FROM "customers" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), done AS (
  UPDATE "customers" c SET "name_norm_version" = 0 FROM batch WHERE c."id" = batch."id" AND c."name_norm_version" = 1
)
SELECT id::text AS cursor FROM batch ORDER BY id;--> statement-breakpoint
-- in batches
WITH batch AS (
  SELECT "id", coalesce("sort_at", "created_at") AS "at" FROM "messages" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), done AS (
  INSERT INTO "message_search_due" ("at", "message_id")
  SELECT s."at", s."message_id" FROM batch JOIN "message_search" s ON s."at" = batch."at" AND s."message_id" = batch."id"
  WHERE s."norm_version" < 2 ON CONFLICT DO NOTHING
)
SELECT id::text AS cursor FROM batch ORDER BY id;
