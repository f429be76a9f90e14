-- no transaction
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "friendship_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN IF NOT EXISTS "shown_seq" integer;