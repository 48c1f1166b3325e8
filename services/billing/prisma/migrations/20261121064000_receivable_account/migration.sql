-- What a buyer owes after money was taken back that had been spent. On its own, since a new value cannot be used in the
-- transaction that adds it.
ALTER TYPE "account_type" ADD VALUE 'receivable';
