-- no transaction
-- Servers of the release before may run on until a new one takes over: they note who follows and who blocks in is_friend, and would fail without it.
-- So the column stays for this release, which itself neither reads nor writes it, and what they note there is taken over at once.
-- A later release drops the column, the trigger and the function; the schema of the program knows none of them.
CREATE OR REPLACE FUNCTION customers_take_is_friend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A new row says true unless told, so only false tells something.
  IF TG_OP = 'UPDATE' OR NOT NEW."is_friend" THEN
    NEW."friendship" := CASE WHEN NEW."is_friend" THEN 'friend' ELSE 'blocked' END;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "customers_take_is_friend" BEFORE INSERT OR UPDATE OF "is_friend" ON "customers"
  FOR EACH ROW EXECUTE FUNCTION customers_take_is_friend();--> statement-breakpoint
-- in batches
-- What they have noted since 0003. From here on the trigger keeps the two columns together, so that each row is looked at once.
WITH batch AS (
  SELECT "id" FROM "customers" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000),
changed AS (
  UPDATE "customers" c SET "friendship" = CASE WHEN c."is_friend" THEN 'friend' ELSE 'blocked' END::friendship
  FROM batch WHERE c."id" = batch."id" AND c."is_friend" = (c."friendship" = 'blocked'))
SELECT "id"::text AS cursor FROM batch ORDER BY "id";
