-- no transaction
-- How many entries a line of the history has removed, and which line an undo has written.
ALTER TABLE "knowledge_logs" ADD COLUMN IF NOT EXISTS "removed" integer;--> statement-breakpoint
ALTER TABLE "knowledge_undos" ADD COLUMN IF NOT EXISTS "undo_log_id" uuid;--> statement-breakpoint
-- in batches
WITH batch AS (
  SELECT "id" FROM "knowledge_logs"
  WHERE ($1::uuid IS NULL OR "id" > $1::uuid) AND "removed" IS NULL AND ("action" IN ('remove', 'undo') OR "replaced") ORDER BY "id" LIMIT 50
), done AS (
  UPDATE "knowledge_logs" l SET "removed" = (SELECT count(*) FROM "knowledge_versions" v WHERE v."log_id" = l."id" AND v."text" IS NULL)
  FROM batch WHERE l."id" = batch."id"
)
SELECT id::text AS cursor FROM batch ORDER BY id;
