-- A login is the account of a person in the console. Whoever wrote it into a marketplace file vouches for its e-mail address,
-- so that it counts as verified unless it was made by signing up.
ALTER TABLE "logins" ADD COLUMN     "account_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- Safe for the release before: it leaves both columns to their defaults.
CREATE UNIQUE INDEX "logins_account_id_key" ON "logins"("account_id");
