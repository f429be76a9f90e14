ALTER TABLE "customers" DROP COLUMN IF EXISTS "is_friend";
