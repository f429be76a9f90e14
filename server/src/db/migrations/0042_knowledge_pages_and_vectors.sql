CREATE TABLE "knowledge_vectors" (
	"chunk_no" integer PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea",
	"lease_owner" uuid,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "knowledge_entries" ADD COLUMN "url_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_vectors" ADD CONSTRAINT "knowledge_vectors_chunk_no_knowledge_chunks_no_fk" FOREIGN KEY ("chunk_no") REFERENCES "public"."knowledge_chunks"("no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_entries_url" ON "knowledge_entries" USING btree ("url") WHERE "knowledge_entries"."url" is not null and "knowledge_entries"."removed_at" is null;