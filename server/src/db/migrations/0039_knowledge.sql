-- What the AI assistant knows: texts, their versions and history, the pieces that are searched, and an index over these.
CREATE TABLE "knowledge_blocks" (
	"block" integer PRIMARY KEY NOT NULL,
	"lengths" "bytea" NOT NULL,
	"dead" integer DEFAULT 0 NOT NULL,
	"terms_version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_chunks" (
	"no" integer PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" text NOT NULL,
	"heading" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"text" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_entries_validity" CHECK ("knowledge_entries"."valid_from" is null or "knowledge_entries"."valid_until" is null or "knowledge_entries"."valid_from" < "knowledge_entries"."valid_until")
);
--> statement-breakpoint
CREATE TABLE "knowledge_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"inserted" integer NOT NULL,
	"replaced" boolean NOT NULL,
	"staff_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"no" serial NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_postings" (
	"term" text NOT NULL,
	"block" integer NOT NULL,
	"places" "bytea" NOT NULL,
	CONSTRAINT "knowledge_postings_term_block_pk" PRIMARY KEY("term","block")
);
--> statement-breakpoint
CREATE TABLE "knowledge_versions" (
	"entry_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"log_id" uuid NOT NULL,
	"text" text,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "knowledge_versions_entry_id_version_pk" PRIMARY KEY("entry_id","version")
);
--> statement-breakpoint
ALTER TABLE "knowledge_chunks" ADD CONSTRAINT "knowledge_chunks_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."knowledge_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_logs" ADD CONSTRAINT "knowledge_logs_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_postings" ADD CONSTRAINT "knowledge_postings_block_knowledge_blocks_block_fk" FOREIGN KEY ("block") REFERENCES "public"."knowledge_blocks"("block") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_versions" ADD CONSTRAINT "knowledge_versions_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."knowledge_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_versions" ADD CONSTRAINT "knowledge_versions_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."knowledge_logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_chunks_entry" ON "knowledge_chunks" USING btree ("entry_id","part");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_entries_content" ON "knowledge_entries" USING btree ("source","content_hash") WHERE "knowledge_entries"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "knowledge_entries_newest" ON "knowledge_entries" USING btree ("source","updated_at","id") WHERE "knowledge_entries"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "knowledge_logs_newest" ON "knowledge_logs" USING btree ("no");--> statement-breakpoint
CREATE INDEX "knowledge_logs_source" ON "knowledge_logs" USING btree ("source","no");--> statement-breakpoint
CREATE INDEX "knowledge_versions_log" ON "knowledge_versions" USING btree ("log_id","entry_id");--> statement-breakpoint
-- Binary that packs badly: kept as it is.
ALTER TABLE "knowledge_blocks" ALTER COLUMN "lengths" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "knowledge_postings" ALTER COLUMN "places" SET STORAGE EXTERNAL;
