-- no transaction
-- Serves the sweep of the release before as well: it gives up after as many attempts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_profile_due" ON "customers" USING btree ("created_at") WHERE "customers"."profile_fetched_at" is null and "customers"."profile_attempts" < 6;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_profile_missing";
