CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Channels (LINE official accounts).

CREATE TABLE "channels" (
  "key" text PRIMARY KEY,
  "name" text NOT NULL,
  "line_bot_user_id" text NOT NULL,
  "secret" text NOT NULL,
  "access_token" text NOT NULL,
  "token_refused_at" timestamp (3) with time zone,
  "token_refusal" text,
  "position" integer DEFAULT 0 NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "line_name" text,
  "basic_id" text,
  "chat_mode" text,
  "mark_as_read_mode" text,
  "quota_limit" integer,
  "quota_used" integer,
  "quota_checked_at" timestamp (3) with time zone,
  "account_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "shows_typing" boolean DEFAULT true NOT NULL,
  "ticket_postbacks" jsonb DEFAULT '[]'::jsonb NOT NULL,
  "removed_at" timestamp (3) with time zone,
  CONSTRAINT "channels_line_bot_user_id_unique" UNIQUE("line_bot_user_id")
);

-- Staff, sessions and the audit log.

CREATE TYPE "staff_role" AS ENUM('BUSINESS', 'ADMIN');
CREATE TYPE "staff_status" AS ENUM('PENDING', 'APPROVED', 'SUSPENDED');

CREATE TABLE "staff" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "line_user_id" text NOT NULL,
  "display_name" text NOT NULL,
  "picture_url" text,
  "status_message" text,
  "email" text,
  "status" "staff_status" DEFAULT 'PENDING' NOT NULL,
  "role" "staff_role",
  "all_channels" boolean DEFAULT false NOT NULL,
  "permissions" text[] DEFAULT '{}' NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "last_login_at" timestamp (3) with time zone,
  "id_tail" text,
  CONSTRAINT "staff_line_user_id_unique" UNIQUE("line_user_id")
);
CREATE INDEX "staff_name" ON "staff" (lower(btrim("display_name")));

-- A trigger computes id_tail when a name changes, which is rare. Computed in each read of a ticket, it took half of a message's delivery time.
CREATE FUNCTION staff_id_tail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."display_name" = OLD."display_name" THEN
    RETURN NULL;
  END IF;
  -- Changes of the same name wait for each other, because two concurrent inserts of a name would not see each other's row.
  PERFORM pg_advisory_xact_lock(hash) FROM (
    SELECT DISTINCT hashtextextended('staff id tail ' || lower(btrim(name)), 0) AS hash
    FROM unnest(ARRAY[NEW."display_name", OLD."display_name"]) name WHERE name IS NOT NULL ORDER BY 1 OFFSET 0) names;
  UPDATE "staff" s SET "id_tail" = named.tail
  FROM (
    SELECT "id", CASE
      WHEN count(*) OVER (PARTITION BY lower(btrim("display_name"))) = 1 THEN NULL
      WHEN count(*) OVER (PARTITION BY lower(btrim("display_name")), right("line_user_id", 8)) > 1 THEN "line_user_id"
      WHEN count(*) OVER (PARTITION BY lower(btrim("display_name")), right("line_user_id", 4)) > 1 THEN right("line_user_id", 8)
      ELSE right("line_user_id", 4) END AS tail
    FROM "staff"
    WHERE lower(btrim("display_name")) IN (lower(btrim(NEW."display_name")), lower(btrim(OLD."display_name")))) named
  WHERE s."id" = named."id" AND s."id_tail" IS DISTINCT FROM named.tail;
  RETURN NULL;
END $$;
CREATE TRIGGER "staff_id_tail" AFTER INSERT OR UPDATE OF "display_name" ON "staff"
  FOR EACH ROW EXECUTE FUNCTION staff_id_tail();

CREATE TABLE "staff_channels" (
  "staff_id" uuid NOT NULL,
  "channel_key" text NOT NULL,
  CONSTRAINT "staff_channels_staff_id_channel_key_pk" PRIMARY KEY("staff_id","channel_key"),
  CONSTRAINT "staff_channels_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade,
  CONSTRAINT "staff_channels_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key") ON DELETE cascade
);

CREATE TABLE "sessions" (
  "token_hash" text PRIMARY KEY,
  "id" uuid DEFAULT gen_random_uuid() NOT NULL,
  "staff_id" uuid NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp (3) with time zone NOT NULL,
  "user_agent" text,
  "replaces" text,
  CONSTRAINT "sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade
);
CREATE INDEX "sessions_staff" ON "sessions" ("staff_id");
CREATE INDEX "sessions_expiry" ON "sessions" ("expires_at");

CREATE TABLE "security_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "kind" text NOT NULL,
  "staff_id" uuid,
  "address" text,
  "detail" jsonb NOT NULL
);
CREATE INDEX "security_events_time" ON "security_events" ("at");
CREATE INDEX "security_events_staff" ON "security_events" ("staff_id","at");

-- Anyone can cause refused sign-ins, so they are kept for a shorter time than other security events.
CREATE FUNCTION "security_events_are_added_alone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND old.at < now() - (CASE old.kind WHEN 'sign_in_refused' THEN interval '30 days' ELSE interval '400 days' END) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'security events are neither changed nor removed' USING errcode = 'insufficient_privilege';
END $$;
CREATE TRIGGER "security_events_rows" BEFORE UPDATE OR DELETE ON "security_events"
  FOR EACH ROW EXECUTE FUNCTION "security_events_are_added_alone"();
CREATE TRIGGER "security_events_whole" BEFORE TRUNCATE ON "security_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "security_events_are_added_alone"();

-- Deletes expired security events with the rights of the owner, because the server's role may only insert and select them.
CREATE FUNCTION "remove_old_security_events"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE removed integer;
BEGIN
  DELETE FROM public.security_events WHERE id IN (
    (SELECT id FROM public.security_events WHERE at < now() - interval '400 days' ORDER BY at LIMIT most)
    UNION
    (SELECT id FROM public.security_events WHERE kind = 'sign_in_refused' AND at < now() - interval '30 days' ORDER BY at LIMIT most)
    LIMIT most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

-- Customers.

CREATE TYPE "friendship" AS ENUM('unknown', 'friend', 'blocked');

CREATE TABLE "customers" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "channel_key" text NOT NULL,
  "line_user_id" text NOT NULL,
  "display_name" text,
  "name_norm" text DEFAULT '' NOT NULL,
  "name_norm_version" smallint DEFAULT 0 NOT NULL,
  "picture_url" text,
  "status_message" text,
  "is_vip" boolean DEFAULT false NOT NULL,
  "friendship" "friendship" DEFAULT 'unknown' NOT NULL,
  "friendship_at" timestamp (3) with time zone,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "last_message_at" timestamp (3) with time zone,
  "standby_since" timestamp (3) with time zone,
  "profile_fetched_at" timestamp (3) with time zone,
  "profile_attempts" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "customers_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key")
);
CREATE UNIQUE INDEX "customers_channel_user" ON "customers" ("channel_key","line_user_id");
CREATE INDEX "customers_name_norm_trgm" ON "customers" USING gin ("name_norm" gin_trgm_ops);
CREATE INDEX "customers_line_user_trgm" ON "customers" USING gin ("line_user_id" gin_trgm_ops);
CREATE INDEX "customers_name_norm_due" ON "customers" ("id") WHERE "name_norm_version" = 0 and "display_name" is not null;
CREATE INDEX "customers_created" ON "customers" ("created_at","id");
CREATE INDEX "customers_channel_created" ON "customers" ("channel_key","created_at","id");
CREATE INDEX "customers_vip" ON "customers" ("created_at","id") WHERE "is_vip";
CREATE INDEX "customers_channel_vip" ON "customers" ("channel_key","created_at","id") WHERE "is_vip";
CREATE INDEX "customers_line_user" ON "customers" ("line_user_id" text_pattern_ops);
CREATE INDEX "customers_profile_due" ON "customers" ("created_at") WHERE "profile_fetched_at" is null and "profile_attempts" < 6;

CREATE TABLE "tags" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "channel_key" text NOT NULL,
  "name" text NOT NULL,
  "name_norm" text NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "tags_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key")
);
CREATE UNIQUE INDEX "tags_name" ON "tags" ("channel_key","name_norm");

CREATE TABLE "customer_tags" (
  "customer_id" uuid NOT NULL,
  "tag_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "customer_tags_customer_id_tag_id_pk" PRIMARY KEY("customer_id","tag_id"),
  CONSTRAINT "customer_tags_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade,
  CONSTRAINT "customer_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "tags"("id"),
  CONSTRAINT "customer_tags_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id")
);
CREATE INDEX "customer_tags_tag" ON "customer_tags" ("tag_id");

CREATE TABLE "customer_notes" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "customer_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "client_id" text NOT NULL,
  "text" text,
  "version" integer DEFAULT 1 NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "edited_by_id" uuid,
  "edited_at" timestamp (3) with time zone,
  "deleted_at" timestamp (3) with time zone,
  CONSTRAINT "customer_notes_deleted_is_empty" CHECK (("text" is null) = ("deleted_at" is not null)),
  CONSTRAINT "customer_notes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade,
  CONSTRAINT "customer_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id"),
  CONSTRAINT "customer_notes_edited_by_id_staff_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "staff"("id")
);
CREATE UNIQUE INDEX "customer_notes_client_id" ON "customer_notes" ("customer_id","client_id");
CREATE INDEX "customer_notes_standing" ON "customer_notes" ("customer_id","created_at") WHERE "deleted_at" is null;

-- Tickets.

CREATE TYPE "ticket_status" AS ENUM('OPEN', 'CLOSED');
CREATE TYPE "ticket_priority" AS ENUM('NORMAL', 'VIP', 'URGENT', 'HIGH');
CREATE TYPE "message_direction" AS ENUM('IN', 'OUT');

CREATE TABLE "tickets" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
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
  "revision" integer DEFAULT 0 NOT NULL,
  "last_seq" integer DEFAULT 0 NOT NULL,
  "last_in_seq" integer DEFAULT 0 NOT NULL,
  "last_in_xid" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
  "last_out_seq" integer DEFAULT 0 NOT NULL,
  "in_count" integer DEFAULT 0 NOT NULL,
  "waiting_since" timestamp (3) with time zone,
  "absent_alert_seq" integer,
  "shown_seq" integer,
  "last_message_direction" "message_direction",
  "last_message_type" text,
  "last_message_text" text,
  "last_message_at" timestamp (3) with time zone,
  "newest_sort_at" timestamp (3) with time zone,
  CONSTRAINT "tickets_closed_has_time" CHECK (("status" = 'CLOSED') = ("closed_at" is not null)),
  CONSTRAINT "tickets_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key"),
  CONSTRAINT "tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id"),
  CONSTRAINT "tickets_assignee_id_staff_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "staff"("id"),
  CONSTRAINT "tickets_closed_by_id_staff_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "staff"("id")
);
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" ("channel_key","customer_id") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_open_waiting" ON "tickets" ("waiting_since" asc nulls last,"opened_at","id") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_open_channel_waiting" ON "tickets" ("channel_key","waiting_since" asc nulls last,"opened_at","id") INCLUDE ("assignee_id") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_open_opened" ON "tickets" ("opened_at","id") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_open_activity" ON "tickets" ("last_activity_at","id") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_open_assignee" ON "tickets" ("assignee_id","opened_at","id") INCLUDE ("channel_key","waiting_since") WHERE "status" = 'OPEN';
CREATE INDEX "tickets_closed_time" ON "tickets" ("closed_at","id") WHERE "status" = 'CLOSED';
CREATE INDEX "tickets_closed_opened" ON "tickets" ("opened_at","id") WHERE "status" = 'CLOSED';
CREATE INDEX "tickets_closed_activity" ON "tickets" ("last_activity_at","id") WHERE "status" = 'CLOSED';
CREATE INDEX "tickets_closed_channel" ON "tickets" ("channel_key","closed_at","id") WHERE "status" = 'CLOSED';
CREATE INDEX "tickets_closed_assignee" ON "tickets" ("assignee_id","closed_at","id") WHERE "status" = 'CLOSED';
CREATE INDEX "tickets_customer" ON "tickets" ("customer_id","opened_at");
CREATE INDEX "tickets_last_in_xid" ON "tickets" ("last_in_xid");

CREATE TABLE "ticket_reads" (
  "ticket_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "seq" integer NOT NULL,
  "read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "ticket_reads_ticket_id_staff_id_pk" PRIMARY KEY("ticket_id","staff_id"),
  CONSTRAINT "ticket_reads_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id") ON DELETE cascade,
  CONSTRAINT "ticket_reads_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade
);

CREATE TABLE "ticket_assignments" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "ticket_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "started_at" timestamp (3) with time zone NOT NULL,
  "ended_at" timestamp (3) with time zone,
  "started_by_id" uuid,
  "ended_by_id" uuid,
  "reason" text,
  CONSTRAINT "ticket_assignments_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id"),
  CONSTRAINT "ticket_assignments_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id"),
  CONSTRAINT "ticket_assignments_started_by_id_staff_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "staff"("id"),
  CONSTRAINT "ticket_assignments_ended_by_id_staff_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "staff"("id")
);
CREATE UNIQUE INDEX "ticket_assignments_one_open" ON "ticket_assignments" ("ticket_id") WHERE "ended_at" is null;
CREATE INDEX "ticket_assignments_ticket" ON "ticket_assignments" ("ticket_id","id");
CREATE INDEX "ticket_assignments_staff" ON "ticket_assignments" ("staff_id","started_at");

CREATE TABLE "ticket_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "ticket_id" uuid NOT NULL,
  "channel_key" text NOT NULL,
  "kind" text NOT NULL,
  "staff_id" uuid,
  "at" timestamp (3) with time zone NOT NULL,
  "data" jsonb,
  "after_seq" integer,
  "revision" integer,
  CONSTRAINT "ticket_events_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id"),
  CONSTRAINT "ticket_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id")
);
CREATE INDEX "ticket_events_ticket" ON "ticket_events" ("ticket_id","id");
CREATE INDEX "ticket_events_time" ON "ticket_events" ("at","kind");
CREATE INDEX "ticket_events_lines" ON "ticket_events" ("ticket_id","revision") WHERE "revision" is not null;

-- Messages, internal notes and mentions.

CREATE TABLE "messages" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "ticket_id" uuid NOT NULL,
  "channel_key" text NOT NULL,
  "seq" integer NOT NULL,
  "direction" "message_direction" NOT NULL,
  "message_type" text DEFAULT 'text' NOT NULL,
  "text" text,
  "image_url" text,
  "media_url" text,
  "kind" text,
  "content" jsonb,
  "payload" jsonb,
  "line_message_id" text,
  "source_event_id" text,
  "mark_as_read_token" text,
  "client_message_id" text,
  "retry_of" uuid,
  "sender_staff_id" uuid,
  "quote_token" text,
  "event_time" timestamp (3) with time zone NOT NULL,
  "sort_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "unsent_at" timestamp (3) with time zone,
  "revision" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id"),
  CONSTRAINT "messages_sender_staff_id_staff_id_fk" FOREIGN KEY ("sender_staff_id") REFERENCES "staff"("id")
);
CREATE INDEX "messages_ticket_revision" ON "messages" ("ticket_id",greatest("revision", "seq"));
CREATE UNIQUE INDEX "messages_ticket_seq" ON "messages" ("ticket_id","seq");
CREATE UNIQUE INDEX "messages_line_id" ON "messages" ("channel_key","line_message_id");
CREATE UNIQUE INDEX "messages_source_event" ON "messages" ("source_event_id") WHERE "source_event_id" is not null;
CREATE UNIQUE INDEX "messages_client_id" ON "messages" ("ticket_id","client_message_id");
CREATE UNIQUE INDEX "messages_retry_of" ON "messages" ("retry_of") WHERE "retry_of" is not null;

CREATE TABLE "internal_notes" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "ticket_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "client_id" text NOT NULL,
  "text" text,
  "after_seq" integer NOT NULL,
  "revision" integer NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "edited_at" timestamp (3) with time zone,
  "deleted_at" timestamp (3) with time zone,
  CONSTRAINT "internal_notes_deleted_is_empty" CHECK (("text" is null) = ("deleted_at" is not null)),
  CONSTRAINT "internal_notes_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id"),
  CONSTRAINT "internal_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id")
);
CREATE UNIQUE INDEX "internal_notes_client_id" ON "internal_notes" ("ticket_id","client_id");
CREATE INDEX "internal_notes_lines" ON "internal_notes" ("ticket_id","revision");

CREATE TABLE "mentions" (
  "note_id" uuid NOT NULL,
  "staff_id" uuid NOT NULL,
  "ticket_id" uuid NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "seen_at" timestamp (3) with time zone,
  CONSTRAINT "mentions_note_id_staff_id_pk" PRIMARY KEY("note_id","staff_id"),
  CONSTRAINT "mentions_note_id_internal_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "internal_notes"("id") ON DELETE cascade,
  CONSTRAINT "mentions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade
);
CREATE INDEX "mentions_unseen" ON "mentions" ("staff_id","created_at","note_id") WHERE "seen_at" is null;

-- LINE: webhook events, reply tokens, deliveries and the requests that send them.

CREATE TYPE "delivery_state" AS ENUM('queued', 'sending', 'sent', 'failed');

CREATE TABLE "line_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "webhook_event_id" text NOT NULL,
  "channel_key" text NOT NULL,
  "type" text NOT NULL,
  "user_id" text,
  "line_message_id" text,
  "body" jsonb NOT NULL,
  "received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "applied_at" timestamp (3) with time zone,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "error" text,
  "parked_at" timestamp (3) with time zone,
  CONSTRAINT "line_events_webhook_event_id_unique" UNIQUE("webhook_event_id")
);
CREATE INDEX "line_events_parked" ON "line_events" ("parked_at","id") WHERE "parked_at" is not null;
CREATE INDEX "line_events_pending" ON "line_events" ("next_attempt_at","id") WHERE "applied_at" is null;
CREATE INDEX "line_events_customer_pending" ON "line_events" ("channel_key","user_id","id") WHERE "applied_at" is null;
CREATE INDEX "line_events_message" ON "line_events" ("channel_key","line_message_id") WHERE "line_message_id" is not null;
CREATE INDEX "line_events_received" ON "line_events" ("received_at");

CREATE TABLE "reply_tokens" (
  "token" text PRIMARY KEY,
  "customer_id" uuid NOT NULL,
  "ticket_id" uuid NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  "expires_at" timestamp (3) with time zone NOT NULL,
  "used_at" timestamp (3) with time zone,
  CONSTRAINT "reply_tokens_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id")
);
CREATE INDEX "reply_tokens_customer" ON "reply_tokens" ("customer_id","received_at") WHERE "used_at" is null;
CREATE INDEX "reply_tokens_expiry" ON "reply_tokens" ("expires_at");

CREATE TABLE "line_sends" (
  "id" uuid PRIMARY KEY,
  "channel_key" text NOT NULL,
  "customer_id" uuid NOT NULL,
  "message_ids" uuid[] NOT NULL,
  "via" text NOT NULL,
  "reply_token" text,
  "body" jsonb NOT NULL,
  "calls" integer DEFAULT 0 NOT NULL,
  "first_called_at" timestamp (3) with time zone,
  "refused_calls" integer DEFAULT 0 NOT NULL,
  "outcome" text,
  "error_code" text,
  "error" text,
  "line_request_id" text,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "ended_at" timestamp (3) with time zone
);
CREATE INDEX "line_sends_open" ON "line_sends" ("customer_id") WHERE "outcome" is null;
CREATE INDEX "line_sends_ended" ON "line_sends" ("ended_at") WHERE "ended_at" is not null;
CREATE SEQUENCE "deliveries_place_seq";

CREATE TABLE "deliveries" (
  "message_id" uuid PRIMARY KEY,
  "ticket_id" uuid NOT NULL,
  "customer_id" uuid NOT NULL,
  "place" bigint DEFAULT nextval('deliveries_place_seq') NOT NULL,
  "send_id" uuid,
  "channel_key" text NOT NULL,
  "seq" integer NOT NULL,
  "state" "delivery_state" DEFAULT 'queued' NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "leased_until" timestamp (3) with time zone,
  "via" text,
  "error_code" text,
  "error" text,
  "wait_reason" text,
  "wait_since" timestamp (3) with time zone,
  "line_request_id" text,
  "sent_at" timestamp (3) with time zone,
  "to_blocked" boolean DEFAULT false NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "messages"("id")
);
CREATE INDEX "deliveries_channel_due" ON "deliveries" ("channel_key","next_attempt_at") WHERE "state" in ('queued', 'sending');
CREATE INDEX "deliveries_heads" ON "deliveries" ("ticket_id","seq") WHERE "state" in ('queued', 'sending');
CREATE INDEX "deliveries_customer_heads" ON "deliveries" ("customer_id","place") WHERE "state" in ('queued', 'sending');
CREATE INDEX "deliveries_waiting" ON "deliveries" ("channel_key","wait_since") WHERE "state" in ('queued', 'sending') and "wait_since" is not null;
CREATE INDEX "deliveries_send" ON "deliveries" ("send_id") WHERE "send_id" is not null;
CREATE UNIQUE INDEX "deliveries_ticket_seq" ON "deliveries" ("ticket_id","seq");

-- Media, their content, and daily byte counts for their limits.

CREATE TABLE "blobs" (
  "key" text PRIMARY KEY,
  "scope" text NOT NULL,
  "sha256" text NOT NULL,
  "content_type" text NOT NULL,
  "bytes" bigint NOT NULL,
  "width" integer,
  "height" integer,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX "blobs_content" ON "blobs" ("sha256");
CREATE INDEX "blobs_age" ON "blobs" ("created_at");

CREATE TABLE "media" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "purpose" text NOT NULL,
  "kind" text NOT NULL,
  "channel_key" text,
  "message_id" uuid,
  "line_message_id" text,
  "uploaded_by_id" uuid,
  "state" text DEFAULT 'pending' NOT NULL,
  "reason" text,
  "file_name" text,
  "original_blob" text,
  "preview_blob" text,
  "content_sha256" text,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "waits_for_line" boolean DEFAULT false NOT NULL,
  "lease_owner" uuid,
  "leased_until" timestamp (3) with time zone,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "settled_at" timestamp (3) with time zone,
  CONSTRAINT "media_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "messages"("id"),
  CONSTRAINT "media_uploaded_by_id_staff_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "staff"("id"),
  CONSTRAINT "media_original_blob_blobs_key_fk" FOREIGN KEY ("original_blob") REFERENCES "blobs"("key"),
  CONSTRAINT "media_preview_blob_blobs_key_fk" FOREIGN KEY ("preview_blob") REFERENCES "blobs"("key")
);
CREATE UNIQUE INDEX "media_message" ON "media" ("message_id") WHERE "message_id" is not null;
CREATE INDEX "media_channel_due" ON "media" ("channel_key","next_attempt_at") WHERE "state" = 'pending';
CREATE INDEX "media_waiting_for_line" ON "media" ("channel_key","created_at") WHERE "state" = 'pending' and "waits_for_line";
CREATE INDEX "media_original" ON "media" ("original_blob") WHERE "original_blob" is not null;
CREATE INDEX "media_preview" ON "media" ("preview_blob") WHERE "preview_blob" is not null;
CREATE INDEX "media_same_picture" ON "media" ("channel_key","content_sha256","created_at") WHERE "kind" = 'image' and "content_sha256" is not null;

-- The hash is kept when the content is deleted, so that an image that is sent again is recognized.
CREATE FUNCTION media_content_sha256() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."content_sha256" := (SELECT b."sha256" FROM "blobs" b WHERE b."key" = NEW."original_blob");
  RETURN NEW;
END $$;
CREATE TRIGGER "media_content_sha256" BEFORE INSERT OR UPDATE OF "original_blob" ON "media" FOR EACH ROW
  WHEN (NEW."purpose" = 'customer' AND NEW."original_blob" IS NOT NULL) EXECUTE FUNCTION media_content_sha256();

CREATE TABLE "customer_media_days" (
  "customer_id" uuid PRIMARY KEY,
  "day" date NOT NULL,
  "bytes" bigint NOT NULL,
  CONSTRAINT "customer_media_days_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade
);

CREATE TABLE "upload_days" (
  "staff_id" uuid PRIMARY KEY,
  "day" date NOT NULL,
  "bytes" bigint NOT NULL,
  CONSTRAINT "upload_days_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id")
);

CREATE TABLE "desk_keys" (
  "name" text PRIMARY KEY,
  "value" text NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

-- Suggestions.

CREATE TABLE "suggestions" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "channel_key" text,
  "text" text,
  "image_url" text,
  "position" integer DEFAULT 0 NOT NULL,
  "use_count" bigint DEFAULT 0 NOT NULL,
  "created_by_id" uuid,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "updated_by_id" uuid,
  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "suggestions_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key"),
  CONSTRAINT "suggestions_created_by_id_staff_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id"),
  CONSTRAINT "suggestions_updated_by_id_staff_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "staff"("id")
);
CREATE INDEX "suggestions_channel" ON "suggestions" ("channel_key","created_at");

CREATE TABLE "suggestion_uses" (
  "suggestion_id" uuid NOT NULL,
  "message_id" uuid NOT NULL,
  CONSTRAINT "suggestion_uses_suggestion_id_message_id_pk" PRIMARY KEY("suggestion_id","message_id")
);

-- Releases of host and remotes.

CREATE TABLE "release_registry" (
  "id" integer PRIMARY KEY,
  "revision" integer NOT NULL,
  "document" jsonb NOT NULL,
  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "release_registry_single" CHECK ("id" = 1)
);

CREATE TABLE "release_log" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "revision" integer NOT NULL,
  "remote" text NOT NULL,
  "action" text NOT NULL,
  "release" text,
  "at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "release_log_revision_unique" UNIQUE("revision")
);

-- Message search: searchable texts in monthly partitions, and the messages that the search projector must process.

CREATE TABLE "message_search" (
  "message_id" uuid NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "channel_key" text NOT NULL,
  "customer_id" uuid NOT NULL,
  "norm" text NOT NULL,
  "norm_version" smallint NOT NULL,
  CONSTRAINT "message_search_at_message_id_pk" PRIMARY KEY("at","message_id")
) PARTITION BY RANGE ("at");
CREATE INDEX "message_search_channel" ON "message_search" ("channel_key","at","message_id");
CREATE INDEX "message_search_customer" ON "message_search" ("customer_id","at","message_id");
CREATE INDEX "message_search_norm_trgm" ON "message_search" USING gin ("norm" gin_trgm_ops) WITH (gin_pending_list_limit=512);

CREATE TABLE "message_search_due" (
  "at" timestamp (3) with time zone NOT NULL,
  "message_id" uuid NOT NULL,
  CONSTRAINT "message_search_due_at_message_id_pk" PRIMARY KEY("at","message_id")
);

-- Creates the partition of a month if it is missing, with the rights of the owner, because the server's role cannot create tables. The
-- partition is first created and then attached, so that searches are not blocked.
CREATE FUNCTION make_message_search_month(moment timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  name text := 'message_search_' || to_char(month, 'YYYY_MM');
BEGIN
  PERFORM pg_advisory_xact_lock(8080327);
  IF to_regclass('public.' || name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE message_search INCLUDING CONSTRAINTS INCLUDING DEFAULTS)', name);
    EXECUTE format('ALTER TABLE message_search ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END IF;
END $$;
SELECT make_message_search_month(now()), make_message_search_month(now() + interval '1 month');

CREATE FUNCTION messages_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_search_due" ("at", "message_id")
  SELECT "sort_at", "id" FROM "arrived" WHERE "text" IS NOT NULL AND "unsent_at" IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "messages_to_search" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION messages_to_search();

-- The row in message_search_due is written first, as a lock: a projector that is processing the message ends before the message's search
-- row is deleted, and a later projector reads the new text.
CREATE FUNCTION messages_changed_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_search_due" ("at", "message_id") VALUES (OLD."sort_at", OLD."id")
  ON CONFLICT ("at", "message_id") DO UPDATE SET "at" = EXCLUDED."at";
  DELETE FROM "message_search" WHERE "at" = OLD."sort_at" AND "message_id" = OLD."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "messages_changed_for_search" AFTER UPDATE OF "text", "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."text" IS DISTINCT FROM NEW."text" OR OLD."unsent_at" IS DISTINCT FROM NEW."unsent_at")
  EXECUTE FUNCTION messages_changed_for_search();
CREATE TRIGGER "messages_removed_from_search" AFTER DELETE ON "messages" FOR EACH ROW
  EXECUTE FUNCTION messages_changed_for_search();

-- Dashboard: opening hours, the metrics of each ticket, and their sums by day and month.

CREATE TABLE "channel_hours" (
  "channel_key" text NOT NULL,
  "valid_from" date DEFAULT '2000-01-01' NOT NULL,
  "weekday" smallint NOT NULL,
  "opens_at" smallint NOT NULL,
  "closes_at" smallint NOT NULL,
  CONSTRAINT "channel_hours_channel_key_valid_from_weekday_pk" PRIMARY KEY("channel_key","valid_from","weekday"),
  CONSTRAINT "channel_hours_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key")
);

CREATE TABLE "channel_special_days" (
  "channel_key" text NOT NULL,
  "day" date NOT NULL,
  "name" text NOT NULL,
  "opens_at" smallint,
  "closes_at" smallint,
  CONSTRAINT "channel_special_days_channel_key_day_pk" PRIMARY KEY("channel_key","day"),
  CONSTRAINT "channel_special_days_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key")
);

CREATE TABLE "channel_recounts" (
  "channel_key" text PRIMARY KEY,
  "after_ticket" uuid,
  CONSTRAINT "channel_recounts_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key") ON DELETE cascade
);

CREATE TABLE "case_figures" (
  "ticket_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "staff_id" uuid,
  "day" date NOT NULL,
  "hour" smallint,
  "channel_key" text NOT NULL,
  "subject" text NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "count" integer NOT NULL,
  "ms" bigint,
  "open_ms" bigint,
  CONSTRAINT "case_figures_once" UNIQUE NULLS NOT DISTINCT("ticket_id","kind","staff_id","day","hour")
);
CREATE INDEX "case_figures_kind" ON "case_figures" ("kind","at","ticket_id");
CREATE INDEX "case_figures_staff" ON "case_figures" ("staff_id","kind","at","ticket_id") INCLUDE ("channel_key");
CREATE INDEX "case_figures_channel" ON "case_figures" ("channel_key","kind","at","ticket_id");
CREATE INDEX "case_figures_subject" ON "case_figures" ("subject","at","ticket_id","staff_id") WHERE "kind" = 'handled';

CREATE TABLE "case_figures_due" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "ticket_id" uuid NOT NULL,
  "noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "is_aside" boolean DEFAULT false NOT NULL
);

CREATE TABLE "agent_days" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "staff_id" uuid NOT NULL,
  "held" bigint DEFAULT 0 NOT NULL,
  "handled" bigint DEFAULT 0 NOT NULL,
  "pickup_ms" bigint DEFAULT 0 NOT NULL,
  "pickup_open_ms" bigint DEFAULT 0 NOT NULL,
  "responded" bigint DEFAULT 0 NOT NULL,
  "response_ms" bigint DEFAULT 0 NOT NULL,
  "response_open_ms" bigint DEFAULT 0 NOT NULL,
  "closed" bigint DEFAULT 0 NOT NULL,
  "resolution_ms" bigint DEFAULT 0 NOT NULL,
  "resolution_open_ms" bigint DEFAULT 0 NOT NULL,
  "unanswered" bigint DEFAULT 0 NOT NULL,
  "replies" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "agent_days_day_channel_key_staff_id_pk" PRIMARY KEY("day","channel_key","staff_id")
);
CREATE INDEX "agent_days_staff" ON "agent_days" ("staff_id","day");

CREATE TABLE "agent_months" (
  "month" date NOT NULL,
  "channel_key" text NOT NULL,
  "staff_id" uuid NOT NULL,
  "held" bigint DEFAULT 0 NOT NULL,
  "handled" bigint DEFAULT 0 NOT NULL,
  "pickup_ms" bigint DEFAULT 0 NOT NULL,
  "pickup_open_ms" bigint DEFAULT 0 NOT NULL,
  "responded" bigint DEFAULT 0 NOT NULL,
  "response_ms" bigint DEFAULT 0 NOT NULL,
  "response_open_ms" bigint DEFAULT 0 NOT NULL,
  "closed" bigint DEFAULT 0 NOT NULL,
  "resolution_ms" bigint DEFAULT 0 NOT NULL,
  "resolution_open_ms" bigint DEFAULT 0 NOT NULL,
  "unanswered" bigint DEFAULT 0 NOT NULL,
  "replies" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "agent_months_month_channel_key_staff_id_pk" PRIMARY KEY("month","channel_key","staff_id")
);

CREATE TABLE "channel_days" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "held" bigint DEFAULT 0 NOT NULL,
  "handled" bigint DEFAULT 0 NOT NULL,
  "pickup_ms" bigint DEFAULT 0 NOT NULL,
  "pickup_open_ms" bigint DEFAULT 0 NOT NULL,
  "responded" bigint DEFAULT 0 NOT NULL,
  "response_ms" bigint DEFAULT 0 NOT NULL,
  "response_open_ms" bigint DEFAULT 0 NOT NULL,
  "closed" bigint DEFAULT 0 NOT NULL,
  "resolution_ms" bigint DEFAULT 0 NOT NULL,
  "resolution_open_ms" bigint DEFAULT 0 NOT NULL,
  "unanswered" bigint DEFAULT 0 NOT NULL,
  "replies" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "channel_days_day_channel_key_pk" PRIMARY KEY("day","channel_key")
);

CREATE TABLE "subject_days" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "subject" text NOT NULL,
  "handled" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "subject_days_day_channel_key_subject_pk" PRIMARY KEY("day","channel_key","subject")
);

CREATE TABLE "subject_months" (
  "month" date NOT NULL,
  "channel_key" text NOT NULL,
  "subject" text NOT NULL,
  "handled" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "subject_months_month_channel_key_subject_pk" PRIMARY KEY("month","channel_key","subject")
);

CREATE TABLE "incoming_hours" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "hour" smallint NOT NULL,
  "messages" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "incoming_hours_day_channel_key_hour_pk" PRIMARY KEY("day","channel_key","hour")
);

CREATE TABLE "incoming_months" (
  "month" date NOT NULL,
  "channel_key" text NOT NULL,
  "weekday" smallint NOT NULL,
  "hour" smallint NOT NULL,
  "messages" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "incoming_months_month_channel_key_weekday_hour_pk" PRIMARY KEY("month","channel_key","weekday","hour")
);

CREATE TABLE "agent_duration_days" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "staff_id" uuid NOT NULL,
  "pickup" "bytea" DEFAULT ''::bytea NOT NULL,
  "response" "bytea" DEFAULT ''::bytea NOT NULL,
  "answered" "bytea" DEFAULT ''::bytea NOT NULL,
  "unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
  "open_pickup" "bytea",
  "open_response" "bytea",
  "open_answered" "bytea",
  "open_unanswered" "bytea",
  "answered_count" bigint DEFAULT 0 NOT NULL,
  "answered_ms" bigint DEFAULT 0 NOT NULL,
  "answered_open_ms" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "agent_duration_days_day_channel_key_staff_id_pk" PRIMARY KEY("day","channel_key","staff_id")
);
CREATE INDEX "agent_duration_days_staff" ON "agent_duration_days" ("staff_id","day");

CREATE TABLE "agent_duration_months" (
  "month" date NOT NULL,
  "channel_key" text NOT NULL,
  "staff_id" uuid NOT NULL,
  "pickup" "bytea" DEFAULT ''::bytea NOT NULL,
  "response" "bytea" DEFAULT ''::bytea NOT NULL,
  "answered" "bytea" DEFAULT ''::bytea NOT NULL,
  "unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
  "open_pickup" "bytea",
  "open_response" "bytea",
  "open_answered" "bytea",
  "open_unanswered" "bytea",
  "answered_count" bigint DEFAULT 0 NOT NULL,
  "answered_ms" bigint DEFAULT 0 NOT NULL,
  "answered_open_ms" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "agent_duration_months_month_channel_key_staff_id_pk" PRIMARY KEY("month","channel_key","staff_id")
);

CREATE TABLE "channel_duration_days" (
  "day" date NOT NULL,
  "channel_key" text NOT NULL,
  "pickup" "bytea" DEFAULT ''::bytea NOT NULL,
  "response" "bytea" DEFAULT ''::bytea NOT NULL,
  "answered" "bytea" DEFAULT ''::bytea NOT NULL,
  "unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
  "open_pickup" "bytea",
  "open_response" "bytea",
  "open_answered" "bytea",
  "open_unanswered" "bytea",
  "answered_count" bigint DEFAULT 0 NOT NULL,
  "answered_ms" bigint DEFAULT 0 NOT NULL,
  "answered_open_ms" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "channel_duration_days_day_channel_key_pk" PRIMARY KEY("day","channel_key")
);

CREATE FUNCTION cases_to_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "case_figures_due" ("ticket_id") SELECT DISTINCT "ticket_id" FROM "arrived";
  RETURN NULL;
END $$;
CREATE TRIGGER "events_to_figure" AFTER INSERT ON "ticket_events" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION cases_to_figure();
CREATE TRIGGER "messages_to_figure" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION cases_to_figure();

CREATE FUNCTION delivery_to_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "case_figures_due" ("ticket_id") VALUES (NEW."ticket_id");
  RETURN NULL;
END $$;

-- Metrics count a reply as soon as LINE has accepted it.
CREATE TRIGGER "delivery_to_figure" AFTER UPDATE OF "state" ON "deliveries" FOR EACH ROW
  WHEN (OLD."state" IS DISTINCT FROM NEW."state" AND 'sent' IN (OLD."state", NEW."state"))
  EXECUTE FUNCTION delivery_to_figure();

-- Returns a statement that adds changed rows of a daily table, each multiplied by its `sign` (1 or -1), to the sums in `target`. `keys` are the
-- expressions that compute `key_columns` from a changed row.
CREATE FUNCTION sums_statement(target text, key_columns text, keys text, sums text[], change text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO %I AS total (%s, %s) SELECT %s, %s FROM (%s) change GROUP BY %s ON CONFLICT (%s) DO UPDATE SET %s',
    target, key_columns, string_agg(sum, ', '), keys, string_agg(format('sum(sign * %I)', sum), ', '), change, keys, key_columns,
    string_agg(format('%1$I = total.%1$I + excluded.%1$I', sum), ', '))
  FROM unnest(sums) sum
$$;

CREATE FUNCTION add_to_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE sums_statement(TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_ARGV[3]::text[], CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM fresh'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM stale'
    ELSE 'SELECT 1 AS sign, * FROM fresh UNION ALL SELECT -1, * FROM stale' END);
  RETURN NULL;
END $$;

-- Triggers update each sum in the transaction that changes the daily rows.
DO $$
DECLARE
  agent_sums text := '{held,handled,pickup_ms,pickup_open_ms,responded,response_ms,response_open_ms,closed,resolution_ms,resolution_open_ms,unanswered,replies}';
  month_of text := $month$date_trunc('month', day::timestamp)::date$month$;
  s record;
  op record;
BEGIN
  FOR s IN SELECT * FROM (VALUES
    ('agent_days', 'channel_days', 'day, channel_key', 'day, channel_key', agent_sums),
    ('agent_days', 'agent_months', 'month, channel_key, staff_id', month_of || ', channel_key, staff_id', agent_sums),
    ('subject_days', 'subject_months', 'month, channel_key, subject', month_of || ', channel_key, subject', '{handled}'),
    ('incoming_hours', 'incoming_months', 'month, channel_key, weekday, hour', month_of || ', channel_key, extract(dow from day)::smallint, hour', '{messages}')
  ) each (source, target, key_columns, keys, sums) LOOP
    FOR op IN SELECT * FROM (VALUES
      ('INSERT', 'NEW TABLE AS fresh'), ('UPDATE', 'OLD TABLE AS stale NEW TABLE AS fresh'), ('DELETE', 'OLD TABLE AS stale')
    ) each (name, tables) LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION add_to_sums(%L, %L, %L, %L)',
        lower(op.name) || '_to_' || s.target, op.name, s.source, op.tables, s.target, s.key_columns, s.keys, s.sums);
    END LOOP;
  END LOOP;
END $$;

-- Knowledge: entries, their versions and update history, and the search index over their chunks.

CREATE TABLE "knowledge_entries" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "source" text NOT NULL,
  "text" text NOT NULL,
  "content_hash" "bytea" NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "valid_from" timestamp (3) with time zone,
  "valid_until" timestamp (3) with time zone,
  "url" text,
  "url_read_at" timestamp (3) with time zone,
  "url_cut" boolean DEFAULT false NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  "removed_at" timestamp (3) with time zone,
  CONSTRAINT "knowledge_entries_validity" CHECK ("valid_from" is null or "valid_until" is null or "valid_from" < "valid_until")
);
CREATE UNIQUE INDEX "knowledge_entries_content" ON "knowledge_entries" ("source","content_hash") WHERE "removed_at" is null;
CREATE INDEX "knowledge_entries_newest" ON "knowledge_entries" ("source","updated_at","id") WHERE "removed_at" is null;
CREATE INDEX "knowledge_entries_begins" ON "knowledge_entries" ("valid_from") WHERE "valid_from" is not null and "removed_at" is null;
CREATE UNIQUE INDEX "knowledge_entries_url" ON "knowledge_entries" ("url") WHERE "url" is not null and "removed_at" is null;
CREATE INDEX "knowledge_entries_ends" ON "knowledge_entries" ("valid_until") WHERE "valid_until" is not null and "removed_at" is null;

CREATE TABLE "knowledge_logs" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "source" text NOT NULL,
  "origin" text NOT NULL,
  "action" text NOT NULL,
  "inserted" integer NOT NULL,
  "removed" integer DEFAULT 0 NOT NULL,
  "replaced" boolean NOT NULL,
  "staff_id" uuid,
  "proposed_by_id" uuid,
  "at" timestamp (3) with time zone NOT NULL,
  "no" serial NOT NULL,
  CONSTRAINT "knowledge_logs_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id"),
  CONSTRAINT "knowledge_logs_proposed_by_id_staff_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "staff"("id")
);
CREATE INDEX "knowledge_logs_newest" ON "knowledge_logs" ("no");
CREATE INDEX "knowledge_logs_source" ON "knowledge_logs" ("source","no");

CREATE TABLE "knowledge_versions" (
  "entry_id" uuid NOT NULL,
  "version" integer NOT NULL,
  "log_id" uuid NOT NULL,
  "text" text,
  "valid_from" timestamp (3) with time zone,
  "valid_until" timestamp (3) with time zone,
  CONSTRAINT "knowledge_versions_entry_id_version_pk" PRIMARY KEY("entry_id","version"),
  CONSTRAINT "knowledge_versions_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "knowledge_entries"("id"),
  CONSTRAINT "knowledge_versions_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "knowledge_logs"("id")
);
CREATE INDEX "knowledge_versions_log" ON "knowledge_versions" ("log_id","entry_id");

CREATE TABLE "knowledge_undos" (
  "log_id" uuid PRIMARY KEY,
  "staff_id" uuid NOT NULL,
  "asked_at" timestamp (3) with time zone NOT NULL,
  "total" integer NOT NULL,
  "done" integer DEFAULT 0 NOT NULL,
  "attempts" integer NOT NULL,
  "lease_owner" uuid,
  "leased_until" timestamp (3) with time zone,
  "ended_at" timestamp (3) with time zone,
  "undo_log_id" uuid,
  "error" text,
  "known_id" uuid,
  CONSTRAINT "knowledge_undos_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "knowledge_logs"("id") ON DELETE cascade,
  CONSTRAINT "knowledge_undos_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id")
);
CREATE INDEX "knowledge_undos_due" ON "knowledge_undos" ("asked_at") WHERE "ended_at" is null;

CREATE TABLE "knowledge_imports" (
  "id" uuid PRIMARY KEY,
  "staff_id" uuid NOT NULL,
  "source" text NOT NULL,
  "replace" boolean NOT NULL,
  "log_id" uuid,
  "counts" jsonb NOT NULL,
  "total" integer NOT NULL,
  "done" integer DEFAULT 0 NOT NULL,
  "skipped" integer DEFAULT 0 NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "lease_owner" uuid,
  "leased_until" timestamp (3) with time zone,
  "is_cancelled" boolean DEFAULT false NOT NULL,
  "ended_at" timestamp (3) with time zone,
  "outcome" text,
  CONSTRAINT "knowledge_imports_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id"),
  CONSTRAINT "knowledge_imports_log_id_knowledge_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "knowledge_logs"("id") ON DELETE cascade
);
CREATE UNIQUE INDEX "knowledge_imports_log" ON "knowledge_imports" ("log_id");
CREATE UNIQUE INDEX "knowledge_imports_running" ON "knowledge_imports" ("source") WHERE "ended_at" is null and "log_id" is not null;
CREATE INDEX "knowledge_imports_open" ON "knowledge_imports" ("at") WHERE "ended_at" is null;

CREATE TABLE "knowledge_import_rows" (
  "import_id" uuid NOT NULL,
  "no" integer NOT NULL,
  "entry_id" uuid NOT NULL,
  "version" integer NOT NULL,
  "text" text,
  "valid_from" timestamp (3) with time zone,
  "valid_until" timestamp (3) with time zone,
  CONSTRAINT "knowledge_import_rows_import_id_no_pk" PRIMARY KEY("import_id","no"),
  CONSTRAINT "knowledge_import_rows_import_id_knowledge_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "knowledge_imports"("id") ON DELETE cascade
);

CREATE TABLE "knowledge_import_parts" (
  "upload_id" uuid NOT NULL,
  "no" integer NOT NULL,
  "staff_id" uuid NOT NULL,
  "text" text NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "knowledge_import_parts_upload_id_no_pk" PRIMARY KEY("upload_id","no"),
  CONSTRAINT "knowledge_import_parts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade
);
CREATE INDEX "knowledge_import_parts_staff" ON "knowledge_import_parts" ("staff_id");
CREATE INDEX "knowledge_import_parts_at" ON "knowledge_import_parts" ("at");

CREATE TABLE "knowledge_chunks" (
  "no" integer PRIMARY KEY,
  "entry_id" uuid NOT NULL,
  "part" integer NOT NULL,
  "content" text NOT NULL,
  "heading" text NOT NULL,
  CONSTRAINT "knowledge_chunks_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "knowledge_entries"("id")
);
CREATE UNIQUE INDEX "knowledge_chunks_entry" ON "knowledge_chunks" ("entry_id","part");

CREATE TABLE "knowledge_vectors" (
  "chunk_no" integer PRIMARY KEY,
  "model" text NOT NULL,
  "vector" "bytea",
  "lease_owner" uuid,
  "leased_until" timestamp (3) with time zone,
  CONSTRAINT "knowledge_vectors_chunk_no_knowledge_chunks_no_fk" FOREIGN KEY ("chunk_no") REFERENCES "knowledge_chunks"("no") ON DELETE cascade
);
CREATE INDEX "knowledge_vectors_made" ON "knowledge_vectors" ("model","chunk_no") WHERE "vector" is not null;
CREATE INDEX "knowledge_vectors_leased" ON "knowledge_vectors" ("chunk_no") WHERE "leased_until" is not null;

CREATE TABLE "knowledge_blocks" (
  "block" integer PRIMARY KEY,
  "lengths" "bytea" NOT NULL,
  "dead" integer DEFAULT 0 NOT NULL,
  "terms_version" text NOT NULL
);

CREATE TABLE "knowledge_postings" (
  "term" text NOT NULL,
  "block" integer NOT NULL,
  "places" "bytea" NOT NULL,
  CONSTRAINT "knowledge_postings_term_block_pk" PRIMARY KEY("term","block"),
  CONSTRAINT "knowledge_postings_block_knowledge_blocks_block_fk" FOREIGN KEY ("block") REFERENCES "knowledge_blocks"("block") ON DELETE cascade
);

-- Stores binary columns uncompressed, because compression would not make them smaller.
ALTER TABLE "knowledge_blocks" ALTER COLUMN "lengths" SET STORAGE EXTERNAL;
ALTER TABLE "knowledge_postings" ALTER COLUMN "places" SET STORAGE EXTERNAL;

-- Customer questions that no knowledge entry answers, and agents' proposals for the knowledge base.

CREATE TABLE "knowledge_question_groups" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "status" text DEFAULT 'open' NOT NULL,
  "asked" integer DEFAULT 0 NOT NULL,
  "last_asked_at" timestamp (3) with time zone NOT NULL,
  "checked_log" integer NOT NULL,
  "checked_at" timestamp (3) with time zone NOT NULL,
  "checking_until" timestamp (3) with time zone,
  "listed_at" timestamp (3) with time zone,
  "key" text,
  "dismissed_channels" text[] DEFAULT '{}'::text[] NOT NULL,
  "settled_by_id" uuid,
  "settled_at" timestamp (3) with time zone,
  CONSTRAINT "knowledge_question_groups_status" CHECK ("status" in ('open', 'answered', 'dismissed')),
  CONSTRAINT "knowledge_question_groups_settled_by_id_staff_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "staff"("id")
);
CREATE INDEX "knowledge_question_groups_open" ON "knowledge_question_groups" ("asked","last_asked_at","id") WHERE "status" = 'open';
CREATE INDEX "knowledge_question_groups_listed" ON "knowledge_question_groups" ("listed_at") WHERE "status" = 'open' and "listed_at" is not null;
CREATE INDEX "knowledge_question_groups_key" ON "knowledge_question_groups" USING gin ("key" gin_trgm_ops);

CREATE TABLE "knowledge_questions" (
  "message_id" uuid PRIMARY KEY,
  "group_id" uuid NOT NULL,
  "channel_key" text NOT NULL,
  "key" text NOT NULL,
  "asked_at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "knowledge_questions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE cascade,
  CONSTRAINT "knowledge_questions_group_id_knowledge_question_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "knowledge_question_groups"("id") ON DELETE cascade,
  CONSTRAINT "knowledge_questions_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key")
);
CREATE INDEX "knowledge_questions_group" ON "knowledge_questions" ("group_id","asked_at");
CREATE INDEX "knowledge_questions_asked" ON "knowledge_questions" ("asked_at");

CREATE TABLE "knowledge_questions_due" (
  "message_id" uuid PRIMARY KEY,
  "at" timestamp (3) with time zone NOT NULL,
  "leased_until" timestamp (3) with time zone
);
CREATE INDEX "knowledge_questions_due_at" ON "knowledge_questions_due" ("at");

CREATE TABLE "knowledge_proposals" (
  "id" uuid PRIMARY KEY,
  "ticket_id" uuid NOT NULL,
  "channel_key" text NOT NULL,
  "question_message_ids" uuid[] NOT NULL,
  "answer_message_id" uuid,
  "questions" text,
  "answer" text,
  "status" text DEFAULT 'pending' NOT NULL,
  "proposed_by_id" uuid NOT NULL,
  "proposed_at" timestamp (3) with time zone NOT NULL,
  "decided_by_id" uuid,
  "decided_at" timestamp (3) with time zone,
  "reason" text,
  "entry_id" uuid,
  CONSTRAINT "knowledge_proposals_status" CHECK ("status" in ('pending', 'accepted', 'declined', 'withdrawn')),
  CONSTRAINT "knowledge_proposals_words" CHECK ("status" = 'accepted' or ("status" = 'withdrawn') = ("questions" is null or "answer" is null)),
  CONSTRAINT "knowledge_proposals_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id"),
  CONSTRAINT "knowledge_proposals_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "channels"("key"),
  CONSTRAINT "knowledge_proposals_proposed_by_id_staff_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "staff"("id"),
  CONSTRAINT "knowledge_proposals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "staff"("id"),
  CONSTRAINT "knowledge_proposals_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "knowledge_entries"("id")
);
CREATE INDEX "knowledge_proposals_pending" ON "knowledge_proposals" ("proposed_at","id") WHERE "status" = 'pending';
CREATE INDEX "knowledge_proposals_ticket" ON "knowledge_proposals" ("ticket_id","proposed_at");
CREATE INDEX "knowledge_proposals_messages" ON "knowledge_proposals" USING gin ("question_message_ids") WHERE "status" in ('pending', 'declined');
CREATE INDEX "knowledge_proposals_old" ON "knowledge_proposals" (coalesce("decided_at", "proposed_at")) WHERE "status" <> 'pending' and ("status" <> 'accepted' or "questions" is not null);

-- When the search projector indexes a recent message, a trigger also adds the message to those that are checked as possible questions.
CREATE FUNCTION messages_to_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "knowledge_questions_due" ("message_id", "at")
  SELECT "message_id", "at" FROM "arrived" WHERE "at" > now() - interval '1 day' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "messages_to_answer" AFTER INSERT ON "message_search" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION messages_to_answer();

-- The key of a question group is the words of one of its questions. When that question is deleted, the newest remaining one provides the key.
CREATE FUNCTION knowledge_questions_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "knowledge_question_groups" SET "asked" = "asked" + 1, "last_asked_at" = greatest("last_asked_at", NEW."asked_at"),
      "key" = coalesce("key", NEW."key")
    WHERE "id" = NEW."group_id";
  ELSE
    UPDATE "knowledge_question_groups" SET "asked" = "asked" - 1,
      "key" = CASE WHEN "key" IS DISTINCT FROM OLD."key" THEN "key" ELSE (
        SELECT q."key" FROM "knowledge_questions" q WHERE q."group_id" = OLD."group_id" ORDER BY q."asked_at" DESC LIMIT 1) END
    WHERE "id" = OLD."group_id";
    DELETE FROM "knowledge_question_groups" WHERE "id" = OLD."group_id" AND "asked" <= 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "knowledge_questions_counted" AFTER INSERT OR DELETE ON "knowledge_questions" FOR EACH ROW
  EXECUTE FUNCTION knowledge_questions_counted();

-- When a message is unsent or deleted, its text remains only in proposals that a manager has accepted.
CREATE FUNCTION messages_taken_from_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "knowledge_questions_due" WHERE "message_id" = OLD."id";
  DELETE FROM "knowledge_questions" WHERE "message_id" = OLD."id";
  UPDATE "knowledge_proposals" SET "status" = 'withdrawn', "questions" = NULL, "answer" = NULL, "reason" = NULL
  WHERE "status" IN ('pending', 'declined') AND "question_message_ids" @> ARRAY[OLD."id"];
  RETURN NULL;
END $$;
CREATE TRIGGER "messages_taken_from_questions" AFTER UPDATE OF "text", "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."direction" = 'IN' AND (OLD."text" IS DISTINCT FROM NEW."text" OR OLD."unsent_at" IS DISTINCT FROM NEW."unsent_at"))
  EXECUTE FUNCTION messages_taken_from_questions();
CREATE TRIGGER "messages_removed_from_questions" AFTER DELETE ON "messages" FOR EACH ROW
  WHEN (OLD."direction" = 'IN') EXECUTE FUNCTION messages_taken_from_questions();
