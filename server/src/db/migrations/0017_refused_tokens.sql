ALTER TABLE "channels" ADD COLUMN "token_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "token_refusal" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "replaces" text;