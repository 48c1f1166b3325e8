/**
 * SQL: the calls of a purchase's window that its meter counts and that were made or are under way. `purchase` is the name that the statement
 * gives the table. What is reserved ahead for calls that have not come is nobody's use yet (view `calls_to_come`).
 */
export const usedOf = (purchase: string) => `(${purchase}.used - (
    SELECT count(*) FROM calls_to_come
    WHERE buyer_id = ${purchase}.buyer_id AND purchase_id = ${purchase}.id AND window_index = ${purchase}.window_index))`

/** SQL: the micro-USD of a wallet that are held for calls under way; likewise. */
export const heldOf = (wallet: string) => `(${wallet}.held - coalesce((
    SELECT sum(price_micros) FROM calls_to_come WHERE buyer_id = ${wallet}.buyer_id), 0))`
