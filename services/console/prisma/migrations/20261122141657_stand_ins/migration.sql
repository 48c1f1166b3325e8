-- Who signs up with an address that is somebody else's gets an account of their own, so that logging in does not tell whose it is.
ALTER TABLE "sessions" ADD COLUMN     "shown_email" TEXT;

CREATE TABLE "stand_ins" (
    "email_key" TEXT NOT NULL,
    "shown_email" TEXT NOT NULL,
    "login_email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stand_ins_pkey" PRIMARY KEY ("email_key")
);
