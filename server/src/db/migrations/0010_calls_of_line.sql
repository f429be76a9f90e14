ALTER TABLE "deliveries" ADD COLUMN "calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now tries were counted by claims.
UPDATE "deliveries" SET "calls" = "attempts" WHERE "state" IN ('queued', 'sending') AND "first_called_at" IS NOT NULL;
