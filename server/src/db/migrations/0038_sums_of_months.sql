-- Sums of sums, for figures of long periods: of everybody by day, and by month. Triggers bring every change of the sums by day into them in
-- the same transaction, whichever server's fold or rebuild makes it. Folds stand aside meanwhile; nobody else writes these sums.
SELECT pg_advisory_xact_lock(8080334);--> statement-breakpoint
CREATE TABLE "agent_months" (
	"month" date NOT NULL,
	"channel_key" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"handled" bigint DEFAULT 0 NOT NULL,
	"pickup_ms" bigint DEFAULT 0 NOT NULL,
	"pickup_open_ms" bigint DEFAULT 0 NOT NULL,
	"responded" bigint DEFAULT 0 NOT NULL,
	"response_ms" bigint DEFAULT 0 NOT NULL,
	"response_open_ms" bigint DEFAULT 0 NOT NULL,
	"closed" bigint DEFAULT 0 NOT NULL,
	"resolution_ms" bigint DEFAULT 0 NOT NULL,
	"resolution_open_ms" bigint DEFAULT 0 NOT NULL,
	"unanswered" bigint DEFAULT 0 NOT NULL,
	"replies" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_months_month_channel_key_staff_id_pk" PRIMARY KEY("month","channel_key","staff_id")
);
--> statement-breakpoint
CREATE TABLE "channel_days" (
	"day" date NOT NULL,
	"channel_key" text NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"handled" bigint DEFAULT 0 NOT NULL,
	"pickup_ms" bigint DEFAULT 0 NOT NULL,
	"pickup_open_ms" bigint DEFAULT 0 NOT NULL,
	"responded" bigint DEFAULT 0 NOT NULL,
	"response_ms" bigint DEFAULT 0 NOT NULL,
	"response_open_ms" bigint DEFAULT 0 NOT NULL,
	"closed" bigint DEFAULT 0 NOT NULL,
	"resolution_ms" bigint DEFAULT 0 NOT NULL,
	"resolution_open_ms" bigint DEFAULT 0 NOT NULL,
	"unanswered" bigint DEFAULT 0 NOT NULL,
	"replies" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_days_day_channel_key_pk" PRIMARY KEY("day","channel_key")
);
--> statement-breakpoint
CREATE TABLE "incoming_months" (
	"month" date NOT NULL,
	"channel_key" text NOT NULL,
	"weekday" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "incoming_months_month_channel_key_weekday_hour_pk" PRIMARY KEY("month","channel_key","weekday","hour")
);
--> statement-breakpoint
CREATE TABLE "subject_months" (
	"month" date NOT NULL,
	"channel_key" text NOT NULL,
	"subject" text NOT NULL,
	"handled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "subject_months_month_channel_key_subject_pk" PRIMARY KEY("month","channel_key","subject")
);
--> statement-breakpoint
CREATE INDEX "agent_days_staff" ON "agent_days" USING btree ("staff_id","day");--> statement-breakpoint
-- Brings rows of the sums by day, with a `sign`, into the sums of them: `keys` are the columns of `target` as they are of such a row.
CREATE FUNCTION sums_statement(target text, key_columns text, keys text, sums text[], change text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO %I AS total (%s, %s) SELECT %s, %s FROM (%s) change GROUP BY %s ON CONFLICT (%s) DO UPDATE SET %s',
    target, key_columns, string_agg(sum, ', '), keys, string_agg(format('sum(sign * %I)', sum), ', '), change, keys, key_columns,
    string_agg(format('%1$I = total.%1$I + excluded.%1$I', sum), ', '))
  FROM unnest(sums) sum
$$;--> statement-breakpoint
CREATE FUNCTION add_to_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE sums_statement(TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_ARGV[3]::text[], CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM fresh'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM stale'
    ELSE 'SELECT 1 AS sign, * FROM fresh UNION ALL SELECT -1, * FROM stale' END);
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE
  agent_sums text := '{held,handled,pickup_ms,pickup_open_ms,responded,response_ms,response_open_ms,closed,resolution_ms,resolution_open_ms,unanswered,replies}';
  month_of text := $month$date_trunc('month', day::timestamp)::date$month$;
  s record;
  op record;
BEGIN
  FOR s IN SELECT * FROM (VALUES
    ('agent_days', 'channel_days', 'day, channel_key', 'day, channel_key', agent_sums),
    ('agent_days', 'agent_months', 'month, channel_key, staff_id', month_of || ', channel_key, staff_id', agent_sums),
    ('subject_days', 'subject_months', 'month, channel_key, subject', month_of || ', channel_key, subject', '{handled}'),
    ('incoming_hours', 'incoming_months', 'month, channel_key, weekday, hour', month_of || ', channel_key, extract(dow from day)::smallint, hour', '{messages}')
  ) each (source, target, key_columns, keys, sums) LOOP
    FOR op IN SELECT * FROM (VALUES
      ('INSERT', 'NEW TABLE AS fresh'), ('UPDATE', 'OLD TABLE AS stale NEW TABLE AS fresh'), ('DELETE', 'OLD TABLE AS stale')
    ) each (name, tables) LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION add_to_sums(%L, %L, %L, %L)',
        lower(op.name) || '_to_' || s.target, op.name, s.source, op.tables, s.target, s.key_columns, s.keys, s.sums);
    END LOOP;
    EXECUTE sums_statement(s.target, s.key_columns, s.keys, s.sums::text[], 'SELECT 1 AS sign, * FROM ' || s.source);
  END LOOP;
END $$;
