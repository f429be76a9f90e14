ALTER TABLE "knowledge_proposals" DROP CONSTRAINT "knowledge_proposals_words";--> statement-breakpoint
DROP INDEX "knowledge_proposals_messages";--> statement-breakpoint
DROP INDEX "knowledge_entries_url";--> statement-breakpoint
CREATE INDEX "knowledge_proposals_old" ON "knowledge_proposals" USING btree (coalesce("decided_at", "proposed_at")) WHERE "knowledge_proposals"."status" <> 'pending' and ("knowledge_proposals"."status" <> 'accepted' or "knowledge_proposals"."questions" is not null);--> statement-breakpoint
CREATE INDEX "knowledge_proposals_messages" ON "knowledge_proposals" USING gin ("question_message_ids") WHERE "knowledge_proposals"."status" in ('pending', 'declined');--> statement-breakpoint
-- Of two texts of one page the one that was read last goes on being it; the other one stays as if a person had written it.
UPDATE "knowledge_entries" e SET "url" = NULL, "url_read_at" = NULL
WHERE "url" IS NOT NULL AND "removed_at" IS NULL AND EXISTS (
  SELECT FROM "knowledge_entries" o WHERE o."url" = e."url" AND o."removed_at" IS NULL
    AND (coalesce(o."url_read_at", o."created_at"), o."id") > (coalesce(e."url_read_at", e."created_at"), e."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_entries_url" ON "knowledge_entries" USING btree ("url") WHERE "knowledge_entries"."url" is not null and "knowledge_entries"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_words" CHECK ("knowledge_proposals"."status" = 'accepted' or ("knowledge_proposals"."status" = 'withdrawn') = ("knowledge_proposals"."questions" is null or "knowledge_proposals"."answer" is null));--> statement-breakpoint
-- What a customer takes back is in no proposal any more but in those that a manager has made knowledge.
CREATE OR REPLACE FUNCTION messages_taken_from_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "knowledge_questions_due" WHERE "message_id" = OLD."id";
  DELETE FROM "knowledge_questions" WHERE "message_id" = OLD."id";
  UPDATE "knowledge_proposals" SET "status" = 'withdrawn', "questions" = NULL, "answer" = NULL, "reason" = NULL
  WHERE "status" IN ('pending', 'declined') AND "question_message_ids" @> ARRAY[OLD."id"];
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE "knowledge_proposals" p SET "status" = 'withdrawn', "questions" = NULL, "answer" = NULL, "reason" = NULL
WHERE "status" = 'declined' AND EXISTS (
  SELECT FROM "messages" m WHERE m."id" = ANY (p."question_message_ids") AND m."unsent_at" IS NOT NULL);
