-- no transaction
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "name_norm" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "name_norm_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- in batches
-- Close to the program's own normalization, which the server brings to these rows while it runs.
WITH batch AS (
  SELECT id FROM customers WHERE ($1::uuid IS NULL OR id > $1::uuid) AND name_norm_version = 0 ORDER BY id LIMIT 5000
), done AS (
  UPDATE customers c SET name_norm = lower(normalize(coalesce(c.display_name, ''), NFKC)) FROM batch WHERE c.id = batch.id
)
SELECT id::text AS cursor FROM batch ORDER BY id;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_name_norm_trgm" ON "customers" USING gin ("name_norm" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_name_norm_due" ON "customers" USING btree ("id") WHERE "customers"."name_norm_version" = 0 and "customers"."display_name" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_name_trgm";
