-- What of messages can be searched, by month. Triggers note each message that came, changed or was taken back, whichever server
-- wrote it, and the fold of this release looks at what they noted.
CREATE TABLE "message_search" (
	"message_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"channel_key" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"norm" text NOT NULL,
	"norm_version" smallint NOT NULL,
	CONSTRAINT "message_search_at_message_id_pk" PRIMARY KEY("at","message_id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "message_search_due" (
	"at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_search_due_at_message_id_pk" PRIMARY KEY("at","message_id")
);
--> statement-breakpoint
CREATE INDEX "message_search_channel" ON "message_search" USING btree ("channel_key","at","message_id");--> statement-breakpoint
CREATE INDEX "message_search_customer" ON "message_search" USING btree ("customer_id","at","message_id");--> statement-breakpoint
CREATE INDEX "message_search_norm_trgm" ON "message_search" USING gin ("norm" gin_trgm_ops) WITH (gin_pending_list_limit=512);--> statement-breakpoint
-- Makes the partition of a month, if there is none. With the rights of the owner, for the desk's own role makes no tables. It is made
-- apart and then attached, which lets searches go on meanwhile; of several at once the first makes it.
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
END $$;--> statement-breakpoint
SELECT make_message_search_month(now()), make_message_search_month(now() + interval '1 month');--> statement-breakpoint
CREATE FUNCTION messages_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "message_search_due" ("at", "message_id")
  SELECT coalesce("sort_at", "created_at"), "id" FROM "arrived" WHERE "text" IS NOT NULL AND "unsent_at" IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_to_search" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION messages_to_search();--> statement-breakpoint
-- The note comes first, and locks: a fold that has this message in its hands ends before, and one that comes later reads what is new.
CREATE FUNCTION messages_changed_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := coalesce(OLD."sort_at", OLD."created_at");
BEGIN
  INSERT INTO "message_search_due" ("at", "message_id") VALUES (moment, OLD."id")
  ON CONFLICT ("at", "message_id") DO UPDATE SET "at" = EXCLUDED."at";
  DELETE FROM "message_search" WHERE "at" = moment AND "message_id" = OLD."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_changed_for_search" AFTER UPDATE OF "text", "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."text" IS DISTINCT FROM NEW."text" OR OLD."unsent_at" IS DISTINCT FROM NEW."unsent_at")
  EXECUTE FUNCTION messages_changed_for_search();--> statement-breakpoint
CREATE TRIGGER "messages_removed_from_search" AFTER DELETE ON "messages" FOR EACH ROW
  EXECUTE FUNCTION messages_changed_for_search();
