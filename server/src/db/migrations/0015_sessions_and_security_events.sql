CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"address" text,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_events_staff" ON "security_events" USING btree ("staff_id","at");--> statement-breakpoint
CREATE FUNCTION "security_events_are_added_alone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND old.at < now() - interval '400 days' THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'security events are neither changed nor removed' USING errcode = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "security_events_rows" BEFORE UPDATE OR DELETE ON "security_events"
  FOR EACH ROW EXECUTE FUNCTION "security_events_are_added_alone"();--> statement-breakpoint
CREATE TRIGGER "security_events_whole" BEFORE TRUNCATE ON "security_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "security_events_are_added_alone"();--> statement-breakpoint
-- The desk's own role may add and read alone; what is over goes by this, as the owner.
CREATE FUNCTION "remove_old_security_events"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE removed integer;
BEGIN
  DELETE FROM public.security_events WHERE id IN (
    SELECT id FROM public.security_events WHERE at < now() - interval '400 days' ORDER BY at LIMIT most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
