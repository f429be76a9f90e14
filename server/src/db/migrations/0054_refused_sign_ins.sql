-- Refused sign-ins can be caused by anyone, so they are kept for a shorter time than other security events.
CREATE OR REPLACE FUNCTION "security_events_are_added_alone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND old.at < now() - (CASE old.kind WHEN 'sign_in_refused' THEN interval '30 days' ELSE interval '400 days' END) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'security events are neither changed nor removed' USING errcode = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "remove_old_security_events"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
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
