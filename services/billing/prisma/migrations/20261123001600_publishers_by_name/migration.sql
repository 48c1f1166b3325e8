-- Operators search publishers by what their names begin with: an index in the order of bytes has them so, whatever the collation.
CREATE INDEX "publishers_by_name" ON "publishers"("username" COLLATE "C");
