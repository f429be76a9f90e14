CREATE TABLE "knowledge_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	"question_message_ids" uuid[] NOT NULL,
	"answer_message_id" uuid,
	"questions" text,
	"answer" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"proposed_by_id" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"entry_id" uuid,
	CONSTRAINT "knowledge_proposals_status" CHECK ("knowledge_proposals"."status" in ('pending', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "knowledge_proposals_words" CHECK (("knowledge_proposals"."status" = 'withdrawn') = ("knowledge_proposals"."questions" is null or "knowledge_proposals"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "knowledge_question_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"last_asked_at" timestamp (3) with time zone NOT NULL,
	"checked_log" integer NOT NULL,
	"settled_by_id" uuid,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_question_groups_status" CHECK ("knowledge_question_groups"."status" in ('open', 'answered', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "knowledge_questions" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	"key" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_questions_due" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_logs" ADD COLUMN "proposed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_proposed_by_id_staff_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."knowledge_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_question_groups" ADD CONSTRAINT "knowledge_question_groups_settled_by_id_staff_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_group_id_knowledge_question_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."knowledge_question_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_proposals_pending" ON "knowledge_proposals" USING btree ("proposed_at","id") WHERE "knowledge_proposals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "knowledge_proposals_ticket" ON "knowledge_proposals" USING btree ("ticket_id","proposed_at");--> statement-breakpoint
CREATE INDEX "knowledge_proposals_messages" ON "knowledge_proposals" USING gin ("question_message_ids") WHERE "knowledge_proposals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "knowledge_question_groups_open" ON "knowledge_question_groups" USING btree ("asked","last_asked_at","id") WHERE "knowledge_question_groups"."status" = 'open';--> statement-breakpoint
CREATE INDEX "knowledge_question_groups_checked" ON "knowledge_question_groups" USING btree ("checked_log") WHERE "knowledge_question_groups"."status" = 'open';--> statement-breakpoint
CREATE INDEX "knowledge_questions_group" ON "knowledge_questions" USING btree ("group_id","asked_at");--> statement-breakpoint
CREATE INDEX "knowledge_questions_asked" ON "knowledge_questions" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "knowledge_questions_key" ON "knowledge_questions" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "knowledge_questions_due_at" ON "knowledge_questions_due" USING btree ("at");--> statement-breakpoint
ALTER TABLE "knowledge_logs" ADD CONSTRAINT "knowledge_logs_proposed_by_id_staff_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Behind a message's transaction: what the search takes in of today is also looked at as a question, of what it takes in again nothing.
CREATE FUNCTION messages_to_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "knowledge_questions_due" ("message_id", "at")
  SELECT "message_id", "at" FROM "arrived" WHERE "at" > now() - interval '1 day' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_to_answer" AFTER INSERT ON "message_search" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION messages_to_answer();--> statement-breakpoint
CREATE FUNCTION knowledge_questions_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "knowledge_question_groups" SET "asked" = "asked" + 1, "last_asked_at" = greatest("last_asked_at", NEW."asked_at")
    WHERE "id" = NEW."group_id";
  ELSE
    UPDATE "knowledge_question_groups" SET "asked" = "asked" - 1 WHERE "id" = OLD."group_id";
    DELETE FROM "knowledge_question_groups" WHERE "id" = OLD."group_id" AND "asked" <= 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "knowledge_questions_counted" AFTER INSERT OR DELETE ON "knowledge_questions" FOR EACH ROW
  EXECUTE FUNCTION knowledge_questions_counted();--> statement-breakpoint
-- What a customer takes back, and what is taken away with a customer, is no question any more, and nobody's proposal that still waits.
CREATE FUNCTION messages_taken_from_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "knowledge_questions_due" WHERE "message_id" = OLD."id";
  DELETE FROM "knowledge_questions" WHERE "message_id" = OLD."id";
  UPDATE "knowledge_proposals" SET "status" = 'withdrawn', "questions" = NULL, "answer" = NULL
  WHERE "status" = 'pending' AND "question_message_ids" @> ARRAY[OLD."id"];
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_taken_from_questions" AFTER UPDATE OF "text", "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."direction" = 'IN' AND (OLD."text" IS DISTINCT FROM NEW."text" OR OLD."unsent_at" IS DISTINCT FROM NEW."unsent_at"))
  EXECUTE FUNCTION messages_taken_from_questions();--> statement-breakpoint
CREATE TRIGGER "messages_removed_from_questions" AFTER DELETE ON "messages" FOR EACH ROW
  WHEN (OLD."direction" = 'IN') EXECUTE FUNCTION messages_taken_from_questions();
