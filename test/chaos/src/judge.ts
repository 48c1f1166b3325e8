import type { Constellation } from '@mtg/testing'
import { eventually } from '@mtg/testing'
import type { Observed } from './load.ts'
import type { Buyer } from './market.ts'

/** What the system says afterwards, held against what the callers saw. */
export interface Verdict {
  readonly delivered: number
  readonly refused: number
  readonly cutOff: number
  readonly captured: number
  readonly corrected: number
  readonly expired: number
  /** Calls whose result arrived and that were not captured. Must be 0. */
  readonly deliveredNotBilled: string[]
  /** Calls that were answered with an error and captured all the same. Must be 0. */
  readonly refusedButBilled: string[]
  /** Captured calls whose caller was cut off by a kill after the capture. The caller cannot have the whole answer. */
  readonly billedAndCutOff: number
  /** Usage records without captured call, and the reverse, after reconciling. Must be 0. */
  readonly usageMismatch: string[]
}

/** Looks into the database and metering. */
export interface Witness {
  /** Every resolved call: id and whether it is captured, corrected or expired. */
  reservations(): Promise<{ callId: string; state: string; corrected: boolean }[]>
}

const SETTLE_TIMEOUT_MS = 60_000

/** Waits until nothing is under way, reconciles, and compares. Rejects when an invariant is broken. */
export async function judge(
  gateway: Constellation,
  buyers: readonly Buyer[],
  observed: Observed,
  witness: Witness,
): Promise<Verdict> {
  const reservations = await eventually(async () => {
    const rows = await witness.reservations()
    const open = rows.filter(row => row.state === 'open').length
    if (open > 0) throw new Error(`${open} reservations are still open`)
    return rows
  }, SETTLE_TIMEOUT_MS)
  await gateway.verifyLedger()

  const captured = new Set(
    reservations.filter(row => row.state === 'captured' && !row.corrected).map(row => row.callId),
  )
  const usage = await eventually(async () => {
    await gateway.reconcile()
    const recorded = await recordedCalls(gateway, buyers)
    const mismatch = differences(captured, recorded)
    if (mismatch.length > 0)
      throw new Error(`usage differs from captured calls: ${mismatch.slice(0, 5).join(', ')} (${mismatch.length})`)
    return mismatch
  }, SETTLE_TIMEOUT_MS)

  const answered = new Set([...observed.delivered, ...observed.refused.keys()])
  return {
    delivered: observed.delivered.size,
    refused: observed.refused.size,
    cutOff: observed.cutOff,
    captured: captured.size,
    corrected: reservations.filter(row => row.corrected).length,
    expired: reservations.filter(row => row.state === 'expired').length,
    deliveredNotBilled: [...observed.delivered].filter(callId => !captured.has(callId)),
    refusedButBilled: [...observed.refused.keys()].filter(callId => captured.has(callId)),
    billedAndCutOff: [...captured].filter(callId => !answered.has(callId)).length,
    usageMismatch: usage,
  }
}

async function recordedCalls(gateway: Constellation, buyers: readonly Buyer[]): Promise<Set<string>> {
  const calls = new Set<string>()
  for (const { email } of buyers) {
    for (const callId of await gateway.usageCallIds(email)) calls.add(callId)
  }
  return calls
}

function differences(captured: ReadonlySet<string>, recorded: ReadonlySet<string>): string[] {
  const missing = [...captured].filter(callId => !recorded.has(callId)).map(callId => `${callId} has no record`)
  const surplus = [...recorded].filter(callId => !captured.has(callId)).map(callId => `${callId} was not captured`)
  return [...missing, ...surplus]
}
