-- no transaction
-- Goes on with 0013 (servers of the release before run on until a new one takes over). They settle a delivery by one statement, the only
-- one that sets line_request_id of what is queued again, or next_attempt_at of what is over: by that it is told from those of this release.
-- They know nothing of calls, first_called_at and to_blocked, nor that an answer which failed counts no more.
-- A later release drops triggers and functions.
CREATE OR REPLACE FUNCTION deliveries_queued_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."calls" := OLD."calls" + 1;
  -- As in 0003: LINE may have heard of it as early as that.
  NEW."first_called_at" := coalesce(OLD."first_called_at", NEW."created_at");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "deliveries_queued_by_old_servers" BEFORE UPDATE OF "line_request_id" ON "deliveries" FOR EACH ROW
  WHEN (OLD."state" = 'sending' AND NEW."state" = 'queued') EXECUTE FUNCTION deliveries_queued_by_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION deliveries_sent_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."to_blocked" := (SELECT c."friendship" = 'blocked' FROM "tickets" t JOIN "customers" c ON c."id" = t."customer_id"
    WHERE t."id" = NEW."ticket_id");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "deliveries_sent_by_old_servers" BEFORE UPDATE OF "next_attempt_at" ON "deliveries" FOR EACH ROW
  WHEN (OLD."state" = 'sending' AND NEW."state" = 'sent') EXECUTE FUNCTION deliveries_sent_by_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION deliveries_ended_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE next_revision integer;
BEGIN
  UPDATE "tickets" SET "version" = "version" + 1, "revision" = greatest("revision", "last_seq") + 1
    WHERE "id" = NEW."ticket_id" RETURNING "revision" INTO next_revision;
  UPDATE "messages" SET "revision" = next_revision WHERE "id" = NEW."message_id";
  IF NEW."state" = 'failed' THEN
    INSERT INTO "ticket_events" ("ticket_id", "channel_key", "kind", "staff_id", "at", "data")
      SELECT m."ticket_id", m."channel_key", 'answer_failed', m."sender_staff_id", clock_timestamp(),
        jsonb_build_object('message_id', m."id", 'code', NEW."error_code")
      FROM "messages" m WHERE m."id" = NEW."message_id";
  END IF;
  IF NEW."state" = 'failed' OR NEW."to_blocked" THEN
    UPDATE "tickets" t SET "waiting_since" = (SELECT m."event_time" FROM "messages" m
      WHERE m."ticket_id" = t."id" AND m."direction" = 'IN' AND m."seq" > coalesce((
        SELECT max(o."seq") FROM "messages" o LEFT JOIN "deliveries" d ON d."message_id" = o."id"
        WHERE o."ticket_id" = t."id" AND o."direction" = 'OUT'
          AND d."state" IS DISTINCT FROM 'failed' AND d."to_blocked" IS NOT TRUE), 0)
      ORDER BY m."seq" LIMIT 1)
    WHERE t."id" = NEW."ticket_id" AND t."status" = 'OPEN';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "deliveries_ended_by_old_servers" AFTER UPDATE OF "next_attempt_at" ON "deliveries" FOR EACH ROW
  WHEN (OLD."state" = 'sending' AND NEW."state" IN ('sent', 'failed')) EXECUTE FUNCTION deliveries_ended_by_old_servers();--> statement-breakpoint
-- What they have written since 0003.
UPDATE "deliveries" SET "first_called_at" = "created_at", "calls" = greatest("calls", "attempts")
WHERE "state" IN ('queued', 'sending') AND "attempts" > 0 AND "first_called_at" IS NULL;--> statement-breakpoint
UPDATE "tickets" t SET "waiting_since" = owed."since", "version" = t."version" + 1
FROM (SELECT DISTINCT "ticket_id" FROM "deliveries" WHERE "state" = 'failed') f
CROSS JOIN LATERAL (SELECT m."event_time" AS since FROM "messages" m
  WHERE m."ticket_id" = f."ticket_id" AND m."direction" = 'IN' AND m."seq" > coalesce((
    SELECT max(o."seq") FROM "messages" o LEFT JOIN "deliveries" d ON d."message_id" = o."id"
    WHERE o."ticket_id" = f."ticket_id" AND o."direction" = 'OUT'
      AND d."state" IS DISTINCT FROM 'failed' AND d."to_blocked" IS NOT TRUE), 0)
  ORDER BY m."seq" LIMIT 1) owed
WHERE t."id" = f."ticket_id" AND t."status" = 'OPEN' AND t."waiting_since" IS NULL;
