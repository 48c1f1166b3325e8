import { eventually } from '@mtg/testing'
import { callCarefully, type Observed } from './load.ts'
import { type Buyer, ROOT } from './market.ts'
import type { Random } from './random.ts'

/** What calls of a key, and of those below it, cost and hold; from the calls themselves, not from what is counted. */
export interface CappedKey {
  readonly buyerId: string
  readonly name: string
  readonly spentMicros: bigint
  /** Given back by a cell that its buyer had left: limits go on counting it. */
  readonly givenBackLateMicros: bigint
  readonly openCalls: number
  /** Null: none. */
  readonly totalMicros: bigint | null
  readonly concurrent: number | null
}

/** Keys that are past a limit, in words. */
export function overspentKeys(keys: readonly CappedKey[]): string[] {
  return keys.flatMap(({ buyerId, name, spentMicros, totalMicros, openCalls, concurrent }) => [
    ...(totalMicros !== null && spentMicros > totalMicros
      ? [`key ${name} of ${buyerId} has spent ${spentMicros} of ${totalMicros}`]
      : []),
    ...(concurrent !== null && openCalls > concurrent
      ? [`key ${name} of ${buyerId} has ${openCalls} calls under way, and may have ${concurrent}`]
      : []),
  ])
}

const FILLED_WITHIN_MS = 60_000
const CALLS_MAX = 500

/**
 * Calls with every tree of keys until nothing fits any more. Answers with the roots that still have room then, in words: it is
 * held for calls that are over.
 */
export async function fillTrees(
  buyers: readonly Buyer[],
  edgeUrls: readonly string[],
  { random, observed, find }: { random: Random; observed: Observed; find: () => Promise<readonly CappedKey[]> },
): Promise<string[]> {
  for (const buyer of buyers.filter(({ kind }) => kind === 'capped')) {
    for (const key of buyer.keys) await fill({ ...buyer, keys: [key] }, edgeUrls, random, observed)
  }
  return unfilled(await find())
}

/** The root could be filled by its leaves, so what is left of it was lost. */
function unfilled(keys: readonly CappedKey[]): string[] {
  const roots = keys.filter(({ name }) => name === ROOT)
  return roots.flatMap(({ buyerId, spentMicros, givenBackLateMicros, totalMicros }) =>
    totalMicros !== null && spentMicros + givenBackLateMicros >= totalMicros
      ? []
      : [`the tree of ${buyerId} is full at ${spentMicros} of ${totalMicros}`],
  )
}

async function fill(buyer: Buyer, edgeUrls: readonly string[], random: Random, observed: Observed): Promise<void> {
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const code = await callCarefully({ edgeUrls }, buyer, random, observed)
    if (code === 'spend_limit_exceeded') return
  }
  throw new Error(`a key of ${buyer.email} made ${CALLS_MAX} calls and is not full`)
}

/** Waits until no key has a call under way. */
export function untilIdle(find: () => Promise<readonly CappedKey[]>): Promise<void> {
  return eventually(async () => {
    const open = (await find()).reduce((sum, { openCalls }) => sum + openCalls, 0)
    if (open > 0) throw new Error(`${open} calls of keys with limits are still open`)
  }, FILLED_WITHIN_MS)
}
