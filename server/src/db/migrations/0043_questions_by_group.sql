DROP INDEX "knowledge_question_groups_checked";--> statement-breakpoint
DROP INDEX "knowledge_questions_key";--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD COLUMN "checking_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD COLUMN "listed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD COLUMN "dismissed_channels" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_questions_due" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "knowledge_question_groups_listed" ON "knowledge_question_groups" USING btree ("listed_at") WHERE "knowledge_question_groups"."status" = 'open' and "knowledge_question_groups"."listed_at" is not null;--> statement-breakpoint
CREATE INDEX "knowledge_question_groups_key" ON "knowledge_question_groups" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "knowledge_entries_begins" ON "knowledge_entries" USING btree ("valid_from") WHERE "knowledge_entries"."valid_from" is not null and "knowledge_entries"."removed_at" is null;--> statement-breakpoint
UPDATE "knowledge_question_groups" g SET "key" = (
  SELECT q."key" FROM "knowledge_questions" q WHERE q."group_id" = g."id" ORDER BY q."asked_at" LIMIT 1);--> statement-breakpoint
-- A group is known by the words of a question that it has: of one that goes nothing stays, and servers of before give it none.
CREATE OR REPLACE FUNCTION knowledge_questions_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "knowledge_question_groups" SET "asked" = "asked" + 1, "last_asked_at" = greatest("last_asked_at", NEW."asked_at"),
      "key" = coalesce("key", NEW."key")
    WHERE "id" = NEW."group_id";
  ELSE
    UPDATE "knowledge_question_groups" SET "asked" = "asked" - 1,
      "key" = CASE WHEN "key" IS DISTINCT FROM OLD."key" THEN "key" ELSE (
        SELECT q."key" FROM "knowledge_questions" q WHERE q."group_id" = OLD."group_id" ORDER BY q."asked_at" DESC LIMIT 1) END
    WHERE "id" = OLD."group_id";
    DELETE FROM "knowledge_question_groups" WHERE "id" = OLD."group_id" AND "asked" <= 0;
  END IF;
  RETURN NULL;
END $$;
