import type { CallId } from '@mtg/primitives'
import type { Client } from 'pg'
import { moveCalls } from '../../src/store/move-calls.ts'
import { purgeTasks } from '../../src/store/tasks.ts'
import { expireReservations } from '../../src/use-cases/settle/expire-reservations.ts'
import type { ModelSystem } from './system.ts'

const BATCH = 1000

/** All that is kept of these buyers and keys happened so many hours earlier; what has come to its end by that has ended. */
export async function passHours(
  system: ModelSystem,
  { buyerIds, keyIds }: { readonly buyerIds: readonly string[]; readonly keyIds: readonly string[] },
  hours: number,
): Promise<void> {
  await moveBack(system.sql, buyerIds, keyIds, hours).catch(async (thrown: unknown) => {
    await system.sql.query('ROLLBACK')
    throw thrown
  })
  const settle = async (request: { callId: CallId; action: 'expire'; totalTokens: bigint; outcome: string }) => {
    const [outcome] = await moveCalls(system.db, 0, [{ kind: 'settle', ...request }])
    if (outcome === undefined || 'isHeld' in outcome) throw new Error('a settlement has another outcome')
    return outcome
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is expired is settled this way
  const moves = { settle } as Parameters<typeof expireReservations>[0]['moves']
  await expireReservations({ db: system.db, moves, onExpired: () => {} })
  while ((await purgeTasks(system.db, BATCH)) === BATCH);
}

async function moveBack(
  sql: Client,
  buyerIds: readonly string[],
  keyIds: readonly string[],
  hours: number,
): Promise<void> {
  const earlier = `- $2 * interval '1 hour'`
  const ofBuyers = 'WHERE buyer_id = ANY ($1::uuid[])'
  const ofKeys = 'WHERE key_id = ANY ($1::uuid[])'
  await sql.query('BEGIN')
  // Neither may what is settled be changed, nor may hours be anything but the world's: of that, the triggers know nothing.
  await sql.query('SET LOCAL session_replication_role = replica')
  // The publisher's clock is everybody's: whatever it announced comes so much sooner. The app first, as whoever writes prices does.
  await sql.query(`UPDATE apps SET prices_change_at = prices_change_at - $1 * interval '1 hour'`, [hours])
  const sooner = (column: string) => `${column} = ${column} - $1 * interval '1 hour'`
  await sql.query(`UPDATE price_changes SET ${sooner('announced_at')}, ${sooner('effective_at')}`, [hours])
  const counted = 'keys_counted_since = keys_counted_since - $2'
  await sql.query(`UPDATE wallets SET ${counted} ${ofBuyers} AND keys_counted_since > 0`, [buyerIds, hours])
  await sql.query(`UPDATE key_spending SET hour = hour - $2 ${ofKeys} AND hour > 0`, [keyIds, hours])
  // In two steps, so that no hour meets one that has not moved yet.
  await sql.query(`UPDATE key_hours SET hour = -(hour - $2) ${ofKeys}`, [keyIds, hours])
  await sql.query(`UPDATE key_hours SET hour = -hour ${ofKeys} AND hour < 0`, [keyIds])
  // Hours that were of one day may now be of two.
  await sql.query(
    `UPDATE key_spending s SET day_micros = hour_micros + coalesce(
       (SELECT sum(micros) FROM key_hours h WHERE h.key_id = s.key_id AND h.hour < s.hour AND h.hour / 24 = s.hour / 24), 0)
     ${ofKeys} AND hour > 0`,
    [keyIds],
  )
  for (const table of ['reservations', 'settled_calls']) {
    await sql.query(`UPDATE ${table} SET key_hour = key_hour - $2 ${ofBuyers}`, [buyerIds, hours])
  }
  await sql.query(`UPDATE reservations SET expires_at = expires_at ${earlier} ${ofBuyers}`, [buyerIds, hours])
  await sql.query(`UPDATE purchases SET anchor = anchor ${earlier} ${ofBuyers}`, [buyerIds, hours])
  await sql.query(
    `UPDATE tasks SET created_at = created_at ${earlier}, expires_at = expires_at ${earlier}, due_at = due_at ${earlier} ${ofBuyers}`,
    [buyerIds, hours],
  )
  await sql.query('COMMIT')
}
