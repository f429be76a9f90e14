-- no transaction
-- in batches
-- Cases that were there before are noted for the fold, which counts them while the server runs, the newest first.
WITH batch AS (
  SELECT "id" FROM "tickets" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), done AS (
  INSERT INTO "case_figures_due" ("ticket_id") SELECT "id" FROM batch
)
SELECT id::text AS cursor FROM batch ORDER BY id;
