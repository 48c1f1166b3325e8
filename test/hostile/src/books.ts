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

/** Every call that was charged has a usage record, and nothing else has. */
async function assertUsageComplete({ gateway, victim }: Scene): Promise<void> {
  const recorded = new Set(await gateway.usageCallIds(victimBuyer.email))
  const charged = victim.chargedCallIds()
  const missing = [...charged].filter(callId => !recorded.has(callId))
  const surplus = [...recorded].filter(callId => !charged.has(callId))
  if (missing.length + surplus.length === 0) return
  throw new Error(
    `${missing.length} of ${charged.size} charged calls have no usage record (${missing.slice(0, 5).join(', ')}); ` +
      `${surplus.length} records are of no such call (${surplus.slice(0, 5).join(', ')})`,
  )
}

async function assertWallet({ gateway, victim }: Scene): Promise<void> {
  const { balance, held } = await gateway.wallet(victimBuyer.email)
  const expected = openingMicros - BigInt(victim.chargedCallIds().size) * priceMicros
  if (microsOf(balance) !== expected || microsOf(held) !== 0n) {
    throw new Error(`the victim has ${balance} (${held} of it held) and should have ${expected} micro-USD`)
  }
}

/** A decimal USD amount as micro-USD. */
function microsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}
