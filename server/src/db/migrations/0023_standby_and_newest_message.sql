ALTER TABLE "customers" ADD COLUMN "standby_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "newest_sort_at" timestamp (3) with time zone;
