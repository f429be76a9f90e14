-- Imports that are written a portion at a time: uploaded texts, progress, and the rows that are still to be written.
CREATE TABLE "knowledge_import_parts" (
	"upload_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knowledge_import_parts_upload_id_no_pk" PRIMARY KEY("upload_id","no")
);
--> statement-breakpoint
CREATE TABLE "knowledge_import_rows" (
	"import_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "knowledge_import_rows_import_id_no_pk" PRIMARY KEY("import_id","no")
);
--> statement-breakpoint
CREATE TABLE "knowledge_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"source" text NOT NULL,
	"replace" boolean NOT NULL,
	"log_id" uuid,
	"counts" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"leased_until" timestamp (3) with time zone,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "knowledge_import_parts" ADD CONSTRAINT "knowledge_import_parts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_import_rows" ADD CONSTRAINT "knowledge_import_rows_import_id_knowledge_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."knowledge_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_imports" ADD CONSTRAINT "knowledge_imports_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_imports" ADD CONSTRAINT "knowledge_imports_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."knowledge_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_import_parts_staff" ON "knowledge_import_parts" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "knowledge_import_parts_at" ON "knowledge_import_parts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_imports_log" ON "knowledge_imports" USING btree ("log_id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_imports_running" ON "knowledge_imports" USING btree ("source") WHERE "knowledge_imports"."ended_at" is null and "knowledge_imports"."log_id" is not null;--> statement-breakpoint
CREATE INDEX "knowledge_imports_open" ON "knowledge_imports" USING btree ("at") WHERE "knowledge_imports"."ended_at" is null;