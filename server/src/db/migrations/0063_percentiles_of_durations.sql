-- no transaction
-- Histograms of durations, for medians and percentiles. The fold fills them: every ticket is noted for it, and it counts them while the
-- server runs, the newest first.
CREATE TABLE IF NOT EXISTS "agent_duration_days" (
	"day" date NOT NULL,
	"channel_key" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"pickup" "bytea" DEFAULT ''::bytea NOT NULL,
	"response" "bytea" DEFAULT ''::bytea NOT NULL,
	"answered" "bytea" DEFAULT ''::bytea NOT NULL,
	"unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
	"open_pickup" "bytea",
	"open_response" "bytea",
	"open_answered" "bytea",
	"open_unanswered" "bytea",
	"answered_count" bigint DEFAULT 0 NOT NULL,
	"answered_ms" bigint DEFAULT 0 NOT NULL,
	"answered_open_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_duration_days_day_channel_key_staff_id_pk" PRIMARY KEY("day","channel_key","staff_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "agent_duration_months" (
	"month" date NOT NULL,
	"channel_key" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"pickup" "bytea" DEFAULT ''::bytea NOT NULL,
	"response" "bytea" DEFAULT ''::bytea NOT NULL,
	"answered" "bytea" DEFAULT ''::bytea NOT NULL,
	"unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
	"open_pickup" "bytea",
	"open_response" "bytea",
	"open_answered" "bytea",
	"open_unanswered" "bytea",
	"answered_count" bigint DEFAULT 0 NOT NULL,
	"answered_ms" bigint DEFAULT 0 NOT NULL,
	"answered_open_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_duration_months_month_channel_key_staff_id_pk" PRIMARY KEY("month","channel_key","staff_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "channel_duration_days" (
	"day" date NOT NULL,
	"channel_key" text NOT NULL,
	"pickup" "bytea" DEFAULT ''::bytea NOT NULL,
	"response" "bytea" DEFAULT ''::bytea NOT NULL,
	"answered" "bytea" DEFAULT ''::bytea NOT NULL,
	"unanswered" "bytea" DEFAULT ''::bytea NOT NULL,
	"open_pickup" "bytea",
	"open_response" "bytea",
	"open_answered" "bytea",
	"open_unanswered" "bytea",
	"answered_count" bigint DEFAULT 0 NOT NULL,
	"answered_ms" bigint DEFAULT 0 NOT NULL,
	"answered_open_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_duration_days_day_channel_key_pk" PRIMARY KEY("day","channel_key")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "agent_duration_days_staff" ON "agent_duration_days" USING btree ("staff_id","day");--> statement-breakpoint
-- in batches
WITH batch AS (
  SELECT "id" FROM "tickets" WHERE $1::uuid IS NULL OR "id" > $1::uuid ORDER BY "id" LIMIT 5000
), done AS (
  INSERT INTO "case_figures_due" ("ticket_id") SELECT "id" FROM batch
)
SELECT id::text AS cursor FROM batch ORDER BY id;
