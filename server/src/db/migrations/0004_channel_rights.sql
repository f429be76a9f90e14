ALTER TABLE "staff" ADD COLUMN "all_channels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now no row in staff_channels meant every channel: who works so today goes on so, and nobody else begins to.
UPDATE "staff" p SET "all_channels" = true
  WHERE "status" = 'APPROVED' AND NOT EXISTS (SELECT FROM "staff_channels" c WHERE c."staff_id" = p."id");
