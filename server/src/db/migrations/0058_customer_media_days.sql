-- Bytes of media that were fetched from each customer in a day. Starts empty: servers of the release before count nothing.
CREATE TABLE "customer_media_days" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_media_days" ADD CONSTRAINT "customer_media_days_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;