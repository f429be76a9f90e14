ALTER TABLE "channels" ADD COLUMN "removed_at" timestamp (3) with time zone;
