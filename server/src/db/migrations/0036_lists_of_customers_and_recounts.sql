-- no transaction
-- Managers' lists of customers, and which accounts' cases are to be counted again since their opening hours were set.
CREATE TABLE IF NOT EXISTS "channel_recounts" (
	"channel_key" text PRIMARY KEY NOT NULL CONSTRAINT "channel_recounts_channel_key_channels_key_fk" REFERENCES "public"."channels"("key") ON DELETE cascade,
	"after_ticket" uuid
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_created" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_channel_created" ON "customers" USING btree ("channel_key","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_vip" ON "customers" USING btree ("created_at","id") WHERE "customers"."is_vip";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_channel_vip" ON "customers" USING btree ("channel_key","created_at","id") WHERE "customers"."is_vip";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_line_user" ON "customers" USING btree ("line_user_id" text_pattern_ops);
