-- no transaction
-- in batches
-- What was written before is noted for the fold, which brings it in while the server runs, the newest first.
WITH batch AS (
  SELECT "id", coalesce("sort_at", "created_at") AS "at", "text" IS NOT NULL AND "unsent_at" IS NULL AS "says" FROM "messages"
  WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), done AS (
  INSERT INTO "message_search_due" ("at", "message_id") SELECT "at", "id" FROM batch WHERE "says" ON CONFLICT DO NOTHING
)
SELECT id::text AS cursor FROM batch ORDER BY id;
