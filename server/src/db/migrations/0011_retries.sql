-- no transaction
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "retry_of" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "messages_retry_of" ON "messages" USING btree ("retry_of") WHERE "messages"."retry_of" is not null;
