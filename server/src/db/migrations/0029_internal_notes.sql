-- Internal notes and who is named in them. Empty tables: servers of the release before go on without them, and pages of theirs leave
-- lines out that they do not know.
CREATE TABLE "internal_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"text" text,
	"after_seq" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "internal_notes_deleted_is_empty" CHECK (("internal_notes"."text" is null) = ("internal_notes"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "mentions" (
	"note_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "mentions_note_id_staff_id_pk" PRIMARY KEY("note_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_note_id_internal_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."internal_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "internal_notes_client_id" ON "internal_notes" USING btree ("ticket_id","client_id");--> statement-breakpoint
CREATE INDEX "internal_notes_lines" ON "internal_notes" USING btree ("ticket_id","revision");--> statement-breakpoint
CREATE INDEX "mentions_unseen" ON "mentions" USING btree ("staff_id","created_at","note_id") WHERE "mentions"."seen_at" is null;