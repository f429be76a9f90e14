ALTER TABLE "line_events" ADD COLUMN "line_message_id" text;--> statement-breakpoint
UPDATE "line_events" SET "line_message_id" = coalesce("body"->'message'->>'id', "body"->'unsend'->>'messageId')
  WHERE "type" in ('message', 'unsend');--> statement-breakpoint
CREATE INDEX "line_events_message" ON "line_events" USING btree ("channel_key","line_message_id") WHERE "line_events"."line_message_id" is not null;--> statement-breakpoint
CREATE INDEX "line_events_received" ON "line_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "reply_tokens_expiry" ON "reply_tokens" USING btree ("expires_at");