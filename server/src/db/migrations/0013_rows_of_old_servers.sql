-- no transaction
-- Servers of the release before may run on until a new one takes over. They know nothing of tickets.revision, shown_seq and last_in_xid, of
-- messages.revision and of customers.name_norm, so what they write there is completed. What this release writes is told from it by
-- having counted the revision, or changed the name's form, itself. A later release drops triggers and functions.
CREATE OR REPLACE FUNCTION tickets_of_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."revision" = OLD."revision" THEN
    NEW."revision" := greatest(OLD."revision", OLD."last_seq") + 1;
    -- They show the message that they append, even one that came late.
    NEW."shown_seq" := NULL;
  END IF;
  IF NEW."last_in_seq" > OLD."last_in_seq" THEN
    NEW."last_in_xid" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tickets_of_old_servers" BEFORE UPDATE OF "last_seq" ON "tickets" FOR EACH ROW
  WHEN (NEW."last_seq" > OLD."last_seq" AND (NEW."revision" = OLD."revision"
    OR NEW."last_in_seq" > OLD."last_in_seq" AND NEW."last_in_xid" = OLD."last_in_xid"))
  EXECUTE FUNCTION tickets_of_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION messages_of_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE "tickets" SET "revision" = greatest("revision", "last_seq") + 1 WHERE "id" = NEW."ticket_id"
      RETURNING "revision" INTO NEW."revision";
  ELSE
    -- Where nothing has changed but by appending, a message without a revision is read as its seq, which is the same.
    NEW."revision" := coalesce((SELECT t."revision" FROM "tickets" t
      WHERE t."id" = NEW."ticket_id" AND t."last_seq" = NEW."seq" AND t."revision" > NEW."seq"), 0);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "messages_of_old_servers" BEFORE INSERT ON "messages" FOR EACH ROW
  WHEN (NEW."revision" = 0) EXECUTE FUNCTION messages_of_old_servers();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "messages_unsent_by_old_servers" BEFORE UPDATE OF "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."unsent_at" IS NULL AND NEW."unsent_at" IS NOT NULL AND NEW."revision" = OLD."revision")
  EXECUTE FUNCTION messages_of_old_servers();--> statement-breakpoint
CREATE OR REPLACE FUNCTION customers_named_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- As in 0007: close to the program's own normalization, which housekeeping brings to what has version 0.
  NEW."name_norm" := lower(normalize(coalesce(NEW."display_name", ''), NFKC));
  NEW."name_norm_version" := 0;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "customers_named_by_old_servers" BEFORE INSERT ON "customers" FOR EACH ROW
  WHEN (NEW."display_name" IS NOT NULL AND NEW."name_norm" = '')
  EXECUTE FUNCTION customers_named_by_old_servers();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "customers_renamed_by_old_servers" BEFORE UPDATE OF "display_name" ON "customers" FOR EACH ROW
  WHEN (NEW."display_name" IS DISTINCT FROM OLD."display_name" AND NEW."name_norm" = OLD."name_norm")
  EXECUTE FUNCTION customers_named_by_old_servers();
