CREATE TABLE "suggestion_uses" (
	"suggestion_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "suggestion_uses_suggestion_id_message_id_pk" PRIMARY KEY("suggestion_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "suggestions" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suggestions" ADD COLUMN "use_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suggestions" ADD COLUMN "updated_by_id" uuid;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_updated_by_id_staff_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;