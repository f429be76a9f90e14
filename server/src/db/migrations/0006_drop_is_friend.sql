-- What servers of the release before have noted since 0003; nobody writes between this and the drop.
LOCK TABLE "customers" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'customers'::regclass AND attname = 'is_friend' AND NOT attisdropped) THEN
    UPDATE "customers" SET "friendship" = CASE WHEN "is_friend" THEN 'friend' ELSE 'blocked' END::friendship
    WHERE "is_friend" = ("friendship" = 'blocked');
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN IF EXISTS "is_friend";
