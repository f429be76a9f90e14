-- What the dashboard counts, case by case and in sums by day. Triggers note each case of which something happened, whichever server wrote
-- it, and the fold of this release looks at what they noted.
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "case_figures_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_figures_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_hours" (
	"channel_key" text NOT NULL,
	"weekday" smallint NOT NULL,
	"opens_at" smallint NOT NULL,
	"closes_at" smallint NOT NULL,
	CONSTRAINT "channel_hours_channel_key_weekday_pk" PRIMARY KEY("channel_key","weekday")
);
--> statement-breakpoint
CREATE TABLE "incoming_hours" (
	"day" date NOT NULL,
	"channel_key" text NOT NULL,
	"hour" smallint NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "incoming_hours_day_channel_key_hour_pk" PRIMARY KEY("day","channel_key","hour")
);
--> statement-breakpoint
CREATE TABLE "subject_days" (
	"day" date NOT NULL,
	"channel_key" text NOT NULL,
	"subject" text NOT NULL,
	"handled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "subject_days_day_channel_key_subject_pk" PRIMARY KEY("day","channel_key","subject")
);
--> statement-breakpoint
ALTER TABLE "channel_hours" ADD CONSTRAINT "channel_hours_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_figures_kind" ON "case_figures" USING btree ("kind","at","ticket_id");--> statement-breakpoint
CREATE INDEX "case_figures_staff" ON "case_figures" USING btree ("staff_id","kind","at","ticket_id");--> statement-breakpoint
CREATE INDEX "case_figures_channel" ON "case_figures" USING btree ("channel_key","kind","at","ticket_id");--> statement-breakpoint
CREATE FUNCTION cases_to_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "case_figures_due" ("ticket_id") SELECT DISTINCT "ticket_id" FROM "arrived";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_to_figure" AFTER INSERT ON "ticket_events" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION cases_to_figure();--> statement-breakpoint
CREATE TRIGGER "messages_to_figure" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "arrived" FOR EACH STATEMENT
  EXECUTE FUNCTION cases_to_figure();--> statement-breakpoint
CREATE FUNCTION delivery_to_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "case_figures_due" ("ticket_id") VALUES (NEW."ticket_id");
  RETURN NULL;
END $$;--> statement-breakpoint
-- An answer counts as soon as LINE has taken it.
CREATE TRIGGER "delivery_to_figure" AFTER UPDATE OF "state" ON "deliveries" FOR EACH ROW
  WHEN (OLD."state" IS DISTINCT FROM NEW."state" AND 'sent' IN (OLD."state", NEW."state"))
  EXECUTE FUNCTION delivery_to_figure();
