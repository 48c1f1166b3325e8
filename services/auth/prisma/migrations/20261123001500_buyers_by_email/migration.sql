-- Operators search buyers by what their addresses begin with: an index in the order of bytes has them so, whatever the collation.
CREATE INDEX "buyers_by_email" ON "buyers"("email_key" COLLATE "C");
-- Who is suspended is found without all the others.
CREATE INDEX "buyers_suspended" ON "buyers"("email_key" COLLATE "C") WHERE "suspended";
