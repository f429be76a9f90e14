-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_line_user_trgm" ON "customers" USING gin ("line_user_id" gin_trgm_ops);