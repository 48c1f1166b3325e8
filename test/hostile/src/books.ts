import { eventually } from '@mtg/testing'
import { openingMicros, priceMicros, victimBuyer } from './marketplace.ts'
import type { Scene } from './target.ts'
import { placesHeld } from './watch.ts'

const SETTLE_TIMEOUT_MS = 30_000

/** Rejects unless the books are right and nothing is held any more; waits for what is still on its way. */
export async function assertSound(scene: Scene): Promise<void> {
  await eventually(() => assertNoPlaceHeld(scene), SETTLE_TIMEOUT_MS)
  await eventually(() => assertUsageComplete(scene), SETTLE_TIMEOUT_MS)
  await eventually(() => assertWallet(scene), SETTLE_TIMEOUT_MS)
  await scene.gateway.verifyLedger()
}

async function assertNoPlaceHeld(scene: Scene): Promise<void> {
  const held = await placesHeld(scene.opsOf('edge-proxy'))
  if (held.length > 0) throw new Error(`places are still held: ${held.join(', ')}`)
}

/**
 * Every call that was charged has a usage record, and nothing else has. A call that the victim gave up may have been charged (its
 * answer had begun): then it stands in the journal as well, and is one of those that are counted as failures.
 */
async function assertUsageComplete({ gateway, victim }: Scene): Promise<void> {
  const recorded = new Set(await gateway.usageCallIds(victimBuyer.email))
  const charged = victim.chargedCallIds()
  const missing = [...charged].filter(callId => !recorded.has(callId))
  const surplus = [...recorded].filter(callId => !charged.has(callId))
  if (missing.length > 0) {
    throw new Error(`${missing.length} of ${charged.size} charged calls have no usage record (${sampleOf(missing)})`)
  }
  if (surplus.length > victim.failures()) {
    throw new Error(`${surplus.length} records are of no call that the victim was charged for (${sampleOf(surplus)})`)
  }
  for (const callId of surplus) {
    const { state, corrected } = await gateway.reservation(callId)
    if (state !== 'RESERVATION_STATE_CAPTURED' || corrected) throw new Error(`a record without a charge: ${callId}`)
  }
}

const sampleOf = (callIds: readonly string[]) => callIds.slice(0, 5).join(', ')

/** The wallet lacks what records say that calls have cost. */
async function assertWallet({ gateway }: Scene): Promise<void> {
  const { balance, held } = await gateway.wallet(victimBuyer.email)
  const expected = openingMicros - BigInt((await gateway.usageCallIds(victimBuyer.email)).length) * priceMicros
  if (microsOf(balance) !== expected || microsOf(held) !== 0n) {
    throw new Error(`the victim has ${balance} (${held} of it held) and should have ${expected} micro-USD`)
  }
}

/** A decimal USD amount as micro-USD. */
function microsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}
