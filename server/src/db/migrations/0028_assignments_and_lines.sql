-- no transaction
-- Who held a ticket from when to when, and events that are lines of a conversation. Servers of the release before accept and close
-- without writing either, so triggers complete what they do; where a server has written it itself they find nothing left to do. A later
-- release drops triggers and functions.
CREATE TABLE IF NOT EXISTS "ticket_assignments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" uuid NOT NULL CONSTRAINT "ticket_assignments_ticket_id_tickets_id_fk" REFERENCES "tickets"("id"),
	"staff_id" uuid NOT NULL CONSTRAINT "ticket_assignments_staff_id_staff_id_fk" REFERENCES "staff"("id"),
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"started_by_id" uuid CONSTRAINT "ticket_assignments_started_by_id_staff_id_fk" REFERENCES "staff"("id"),
	"ended_by_id" uuid CONSTRAINT "ticket_assignments_ended_by_id_staff_id_fk" REFERENCES "staff"("id"),
	"reason" text
);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ticket_assignments_one_open" ON "ticket_assignments" USING btree ("ticket_id") WHERE "ticket_assignments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_assignments_ticket" ON "ticket_assignments" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_assignments_staff" ON "ticket_assignments" USING btree ("staff_id","started_at");--> statement-breakpoint
ALTER TABLE "ticket_events" ADD COLUMN IF NOT EXISTS "after_seq" integer;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD COLUMN IF NOT EXISTS "revision" integer;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_events_lines" ON "ticket_events" USING btree ("ticket_id","revision") WHERE "ticket_events"."revision" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tickets_assigned_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ticket_assignments" SET "ended_at" = greatest("started_at", coalesce(NEW."closed_at", clock_timestamp())), "ended_by_id" = NEW."closed_by_id"
  WHERE "ticket_id" = NEW."id" AND "ended_at" IS NULL
    AND (NEW."status" = 'CLOSED' OR "staff_id" IS DISTINCT FROM NEW."assignee_id");
  INSERT INTO "ticket_assignments" ("ticket_id", "staff_id", "started_at", "started_by_id")
  SELECT NEW."id", NEW."assignee_id", coalesce(NEW."accepted_at", clock_timestamp()), NEW."assignee_id"
  WHERE NEW."status" = 'OPEN' AND NEW."assignee_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "ticket_assignments" WHERE "ticket_id" = NEW."id" AND "ended_at" IS NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tickets_assigned_by_old_servers" AFTER UPDATE OF "assignee_id", "status" ON "tickets" FOR EACH ROW
  WHEN (NEW."assignee_id" IS DISTINCT FROM OLD."assignee_id" OR NEW."status" IS DISTINCT FROM OLD."status")
  EXECUTE FUNCTION tickets_assigned_by_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION ticket_events_of_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ticket AS (
    UPDATE "tickets" SET "revision" = greatest("revision", "last_seq") + 1 WHERE "id" = NEW."ticket_id"
    RETURNING "revision", "last_seq")
  UPDATE "ticket_events" e SET "revision" = ticket."revision", "after_seq" = ticket."last_seq" FROM ticket WHERE e."id" = NEW."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "ticket_events_of_old_servers" AFTER INSERT ON "ticket_events" FOR EACH ROW
  WHEN (NEW."kind" IN ('accepted', 'closed') AND NEW."revision" IS NULL)
  EXECUTE FUNCTION ticket_events_of_old_servers();--> statement-breakpoint
-- One batch of tickets that somebody holds or held. They are locked first: who accepts or closes one waits, and the second statement sees
-- what was committed before.
CREATE OR REPLACE FUNCTION fill_ticket_assignments(after uuid) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE batch uuid[];
BEGIN
  batch := ARRAY(SELECT "id" FROM "tickets" WHERE after IS NULL OR "id" > after ORDER BY "id" LIMIT 1000);
  PERFORM FROM "tickets" WHERE "id" = ANY(batch) AND "assignee_id" IS NOT NULL ORDER BY "id" FOR NO KEY UPDATE;
  INSERT INTO "ticket_assignments" ("ticket_id", "staff_id", "started_at", "started_by_id", "ended_at", "ended_by_id")
  SELECT t."id", t."assignee_id", began."at", t."assignee_id", CASE WHEN t."closed_at" IS NOT NULL THEN greatest(t."closed_at", began."at") END, t."closed_by_id"
  FROM "tickets" t CROSS JOIN LATERAL (SELECT coalesce(t."accepted_at", t."opened_at") AS "at") began
  WHERE t."id" = ANY(batch) AND t."assignee_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "ticket_assignments" a WHERE a."ticket_id" = t."id");
  RETURN QUERY SELECT unnest(batch);
END $$;--> statement-breakpoint
-- in batches
SELECT id::text AS cursor FROM fill_ticket_assignments($1::uuid) id;--> statement-breakpoint
DROP FUNCTION IF EXISTS fill_ticket_assignments(uuid);--> statement-breakpoint
-- in batches
WITH batch AS (
  SELECT "id", "ticket_id", "kind", "at", "revision" FROM "ticket_events" WHERE $1::bigint IS NULL OR "id" > $1::bigint ORDER BY "id" LIMIT 2000
), done AS (
  UPDATE "ticket_events" e SET "revision" = 0, "after_seq" = coalesce((
    SELECT m."seq" FROM "messages" m WHERE m."ticket_id" = batch."ticket_id" AND m."created_at" <= batch."at" ORDER BY m."seq" DESC LIMIT 1), 0)
  FROM batch WHERE e."id" = batch."id" AND batch."kind" IN ('accepted', 'closed') AND batch."revision" IS NULL
)
SELECT id::text AS cursor FROM batch ORDER BY id;
