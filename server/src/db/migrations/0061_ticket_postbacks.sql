-- no transaction
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "ticket_postbacks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- in batches
-- Stored postbacks lose their data and rich menu alias, which staff no longer see; button words and picked dates stay. Triggers re-index the text.
WITH batch AS (
  SELECT "id" FROM "messages" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), changed AS (
  UPDATE "messages" m SET "content" = m."content" - 'data', "payload" = NULL, "text" = btrim(regexp_replace(replace(
      CASE WHEN m."content"->>'label' IS NULL THEN replace(m."text", coalesce(m."content"->>'data', ''), '') ELSE m."text" END,
      coalesce(m."payload"->'params'->>'newRichMenuAliasId', ''), ''), '\s+', ' ', 'g'))
  FROM batch WHERE m."id" = batch."id" AND m."kind" = 'postback' AND m."content" ? 'data'
  RETURNING m."ticket_id", m."seq", m."text"
), shown AS (
  UPDATE "tickets" t SET "last_message_text" = c."text" FROM changed c
  WHERE t."id" = c."ticket_id" AND c."seq" = coalesce(t."shown_seq", t."last_seq")
)
SELECT id::text AS cursor FROM batch ORDER BY id;
