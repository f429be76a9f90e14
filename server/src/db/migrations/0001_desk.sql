CREATE TYPE "public"."delivery_state" AS ENUM('queued', 'sending', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."message_direction" AS ENUM('IN', 'OUT');--> statement-breakpoint
CREATE TYPE "public"."staff_role" AS ENUM('BUSINESS', 'ADMIN');--> statement-breakpoint
CREATE TYPE "public"."staff_status" AS ENUM('PENDING', 'APPROVED', 'SUSPENDED');--> statement-breakpoint
CREATE TYPE "public"."ticket_priority" AS ENUM('NORMAL', 'VIP', 'URGENT', 'HIGH');--> statement-breakpoint
CREATE TYPE "public"."ticket_status" AS ENUM('OPEN', 'CLOSED');--> statement-breakpoint
CREATE TABLE "channels" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"line_bot_user_id" text NOT NULL,
	"secret" text NOT NULL,
	"access_token" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_line_bot_user_id_unique" UNIQUE("line_bot_user_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_key" text NOT NULL,
	"line_user_id" text NOT NULL,
	"display_name" text,
	"picture_url" text,
	"status_message" text,
	"is_vip" boolean DEFAULT false NOT NULL,
	"is_friend" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"profile_fetched_at" timestamp (3) with time zone,
	"profile_attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	"seq" integer NOT NULL,
	"state" "delivery_state" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"via" text,
	"error_code" text,
	"error" text,
	"line_request_id" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_event_id" text NOT NULL,
	"channel_key" text NOT NULL,
	"type" text NOT NULL,
	"user_id" text,
	"body" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"error" text,
	CONSTRAINT "line_events_webhook_event_id_unique" UNIQUE("webhook_event_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	"seq" integer NOT NULL,
	"direction" "message_direction" NOT NULL,
	"message_type" text DEFAULT 'text' NOT NULL,
	"text" text,
	"image_url" text,
	"media_url" text,
	"payload" jsonb,
	"line_message_id" text,
	"client_message_id" text,
	"sender_staff_id" uuid,
	"quote_token" text,
	"event_time" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unsent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "release_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" integer NOT NULL,
	"remote" text NOT NULL,
	"action" text NOT NULL,
	"release" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_log_revision_unique" UNIQUE("revision")
);
--> statement-breakpoint
CREATE TABLE "release_registry" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"document" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_registry_single" CHECK ("release_registry"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "reply_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"line_user_id" text NOT NULL,
	"display_name" text NOT NULL,
	"picture_url" text,
	"status_message" text,
	"email" text,
	"status" "staff_status" DEFAULT 'PENDING' NOT NULL,
	"role" "staff_role",
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "staff_line_user_id_unique" UNIQUE("line_user_id")
);
--> statement-breakpoint
CREATE TABLE "staff_channels" (
	"staff_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	CONSTRAINT "staff_channels_staff_id_channel_key_pk" PRIMARY KEY("staff_id","channel_key")
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_key" text,
	"text" text,
	"image_url" text,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" uuid NOT NULL,
	"channel_key" text NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb
);
--> statement-breakpoint
CREATE TABLE "ticket_reads" (
	"ticket_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_reads_ticket_id_staff_id_pk" PRIMARY KEY("ticket_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_key" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"status" "ticket_status" DEFAULT 'OPEN' NOT NULL,
	"subject" text NOT NULL,
	"priority" "ticket_priority" DEFAULT 'NORMAL' NOT NULL,
	"assignee_id" uuid,
	"closed_by_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"first_response_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_in_seq" integer DEFAULT 0 NOT NULL,
	"last_out_seq" integer DEFAULT 0 NOT NULL,
	"in_count" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"last_message_direction" "message_direction",
	"last_message_type" text,
	"last_message_text" text,
	"last_message_at" timestamp (3) with time zone,
	CONSTRAINT "tickets_closed_has_time" CHECK (("tickets"."status" = 'CLOSED') = ("tickets"."closed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_staff_id_staff_id_fk" FOREIGN KEY ("sender_staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_tokens" ADD CONSTRAINT "reply_tokens_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_channels" ADD CONSTRAINT "staff_channels_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_channels" ADD CONSTRAINT "staff_channels_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_created_by_id_staff_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_reads" ADD CONSTRAINT "ticket_reads_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_reads" ADD CONSTRAINT "ticket_reads_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_staff_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_closed_by_id_staff_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_channel_user" ON "customers" USING btree ("channel_key","line_user_id");--> statement-breakpoint
CREATE INDEX "customers_name_trgm" ON "customers" USING gin (lower("display_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_profile_missing" ON "customers" USING btree ("created_at") WHERE "customers"."profile_fetched_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE "deliveries"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "deliveries_heads" ON "deliveries" USING btree ("ticket_id","seq") WHERE "deliveries"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_ticket_seq" ON "deliveries" USING btree ("ticket_id","seq");--> statement-breakpoint
CREATE INDEX "line_events_pending" ON "line_events" USING btree ("next_attempt_at","id") WHERE "line_events"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "line_events_customer_pending" ON "line_events" USING btree ("channel_key","user_id","id") WHERE "line_events"."applied_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_ticket_seq" ON "messages" USING btree ("ticket_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_line_id" ON "messages" USING btree ("channel_key","line_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_id" ON "messages" USING btree ("ticket_id","client_message_id");--> statement-breakpoint
CREATE INDEX "reply_tokens_fresh" ON "reply_tokens" USING btree ("ticket_id","expires_at") WHERE "reply_tokens"."used_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_staff" ON "sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "suggestions_channel" ON "suggestions" USING btree ("channel_key","created_at");--> statement-breakpoint
CREATE INDEX "ticket_events_ticket" ON "ticket_events" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_events_time" ON "ticket_events" USING btree ("at","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" USING btree ("channel_key","customer_id") WHERE "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("status","waiting_since" asc nulls last,"opened_at","id");--> statement-breakpoint
CREATE INDEX "tickets_opened" ON "tickets" USING btree ("status","opened_at","id");--> statement-breakpoint
CREATE INDEX "tickets_activity" ON "tickets" USING btree ("status","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "tickets_closed" ON "tickets" USING btree ("closed_at" desc nulls last,"last_activity_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id","status","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_closed" ON "tickets" USING btree ("assignee_id","closed_at" desc nulls last,"last_activity_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "tickets_unassigned" ON "tickets" USING btree ("opened_at","id") WHERE "tickets"."assignee_id" is null and "tickets"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "tickets_channel" ON "tickets" USING btree ("channel_key","status","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "tickets_channel_opened" ON "tickets" USING btree ("channel_key","status","opened_at","id");--> statement-breakpoint
CREATE INDEX "tickets_channel_closed" ON "tickets" USING btree ("channel_key","closed_at" desc nulls last,"last_activity_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "tickets_customer" ON "tickets" USING btree ("customer_id","opened_at");--> statement-breakpoint
CREATE INDEX "tickets_id_prefix" ON "tickets" USING btree (("id"::text) text_pattern_ops);