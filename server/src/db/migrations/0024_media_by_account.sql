-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_channel_due" ON "media" USING btree ("channel_key","next_attempt_at") WHERE "media"."state" = 'pending';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_due";
