CREATE TABLE "knowledge_undos" (
	"log_id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" uuid,
	"leased_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"error" text,
	"known_id" uuid
);
--> statement-breakpoint
ALTER TABLE "knowledge_undos" ADD CONSTRAINT "knowledge_undos_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."knowledge_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_undos" ADD CONSTRAINT "knowledge_undos_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_undos_due" ON "knowledge_undos" USING btree ("asked_at") WHERE "knowledge_undos"."ended_at" is null;