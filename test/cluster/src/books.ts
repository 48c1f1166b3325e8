import assert from 'node:assert/strict'
import { eventually } from '@mtg/testing'
import { Client } from 'pg'
import type { Layout } from './layout.ts'
import type { Buyer } from './market.ts'

const SETTLE_TIMEOUT_MS = 60_000

/**
 * What callers received is what was charged and what was recorded, call by call, and every money invariant holds. For
 * runs in which no caller was cut off.
 */
export async function assertBooks(
  { gateway }: Layout,
  buyers: readonly Buyer[],
  delivered: ReadonlySet<string>,
): Promise<void> {
  // So many at once may wait too long for a connection, while all restarts and calls.
  const ids = await eventually(() => Promise.all(buyers.map(({ email }) => gateway.buyerId(email))))
  const captured = await eventually(async () => {
    const calls = await readCalls(gateway.servers.databaseUrl, ids)
    assert.deepEqual(
      calls.filter(call => call.state === 'open'),
      [],
      'calls are still open',
    )
    return new Set(calls.filter(call => call.state === 'captured' && !call.corrected).map(call => call.callId))
  }, SETTLE_TIMEOUT_MS)
  assertSame(captured, delivered, 'captured calls', 'delivered calls')
  await gateway.verifyLedger()
  await eventually(async () => {
    await gateway.reconcile()
    const recorded = await Promise.all(buyers.map(({ email }) => gateway.usageCallIds(email)))
    assertSame(new Set(recorded.flat()), captured, 'usage records', 'captured calls')
  }, SETTLE_TIMEOUT_MS)
}

interface CallRow {
  readonly callId: string
  readonly state: string
  readonly corrected: boolean
}

async function readCalls(databaseUrl: string, buyerIds: readonly string[]): Promise<CallRow[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<CallRow>(
      `SELECT call_id AS "callId", state, corrected FROM billing.reservations WHERE buyer_id = ANY($1::uuid[])`,
      [buyerIds],
    )
    return rows
  } finally {
    await client.end()
  }
}

function assertSame(some: ReadonlySet<string>, others: ReadonlySet<string>, name: string, otherName: string): void {
  const missing = [...others].filter(callId => !some.has(callId))
  const surplus = [...some].filter(callId => !others.has(callId))
  assert.ok(
    missing.length === 0 && surplus.length === 0,
    `${some.size} ${name}, ${others.size} ${otherName}: lacking ${missing.slice(0, 3).join()}, more ${surplus.slice(0, 3).join()}`,
  )
}
