-- What each person has uploaded in a day. An empty table: servers of the release before go on without it, and count nothing.
CREATE TABLE "upload_days" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_days" ADD CONSTRAINT "upload_days_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;