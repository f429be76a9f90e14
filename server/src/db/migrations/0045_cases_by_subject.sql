-- no transaction
-- The cases of an issue type have an index of their own: those of a rare one are read without all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "case_figures_subject" ON "case_figures" USING btree ("subject","at","ticket_id","staff_id") WHERE "case_figures"."kind" = 'handled';
