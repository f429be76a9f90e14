CREATE TABLE "channel_special_days" (
	"channel_key" text NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"opens_at" smallint,
	"closes_at" smallint,
	CONSTRAINT "channel_special_days_channel_key_day_pk" PRIMARY KEY("channel_key","day")
);
--> statement-breakpoint
-- Hours of before are valid for all days, as they were until now.
ALTER TABLE "channel_hours" ADD COLUMN "valid_from" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_hours" DROP CONSTRAINT "channel_hours_channel_key_weekday_pk";--> statement-breakpoint
ALTER TABLE "channel_hours" ADD CONSTRAINT "channel_hours_channel_key_valid_from_weekday_pk" PRIMARY KEY("channel_key","valid_from","weekday");--> statement-breakpoint
ALTER TABLE "channel_special_days" ADD CONSTRAINT "channel_special_days_channel_key_channels_key_fk" FOREIGN KEY ("channel_key") REFERENCES "public"."channels"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_name" ON "staff" USING btree (lower(btrim("display_name")));