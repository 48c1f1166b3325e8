-- Some accounts run the gateway: the role belongs to a login, and ends with it.
CREATE TABLE "operators" (
    "email_key" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("email_key")
);

ALTER TABLE "operators" ADD CONSTRAINT "operators_email_key_fkey" FOREIGN KEY ("email_key") REFERENCES "logins"("email_key") ON DELETE CASCADE ON UPDATE CASCADE;
