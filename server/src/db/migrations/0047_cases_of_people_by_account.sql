-- no transaction
-- The index of what a person did says in which account: what they did in one is found without reading what they did in others. In the
-- place of the one without that, which goes when the new one stands.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "case_figures_staff_channel" ON "case_figures" USING btree ("staff_id","kind","at","ticket_id") INCLUDE ("channel_key");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "case_figures_staff";--> statement-breakpoint
ALTER INDEX "case_figures_staff_channel" RENAME TO "case_figures_staff";
