-- Money that one cell has handed over and another is to enter. On its own, since a new value cannot be used in the transaction that
-- adds it.
ALTER TYPE "account_type" ADD VALUE 'between_cells';
ALTER TYPE "entry_kind" ADD VALUE 'cell_transfer';
