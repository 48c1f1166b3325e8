import type { RecordRefusal } from '../../clients/metering.ts'
import type { CapturedCall } from '../../domain/captured-call.ts'
import type { CompareDeps } from './find-differences.ts'

/** Both sides, and the right to change one of them. */
export interface RepairDeps extends CompareDeps {
  /** Rejects once another process reconciles: then nothing may be written any more. */
  readonly renewLease: () => Promise<void>
}

/** What became of missing records. */
export interface Repaired {
  /** They are there now. */
  readonly repairedCount: number
  /** The first that metering refused, and why. */
  readonly refusal: RecordRefusal | undefined
}

const RECORDS_PER_REQUEST = 1000

/** Rebuilds records and stores them, many to a request: the next ones are read while the last are being stored. */
export async function repairMissing(deps: RepairDeps, callIds: readonly string[]): Promise<Repaired> {
  let repairedCount = 0
  let refusal: Repaired['refusal']
  let storing = Promise.resolve()
  for (let start = 0; start < callIds.length; start += RECORDS_PER_REQUEST) {
    const calls = await deps.captured.read(callIds.slice(start, start + RECORDS_PER_REQUEST))
    await storing
    storing = store(calls)
    // What it rejects with comes with the next wait for it.
    storing.catch(() => {})
  }
  await storing
  return { repairedCount, refusal }

  async function store(calls: readonly CapturedCall[]): Promise<void> {
    await deps.renewLease()
    const recorded = await deps.metering.recordCalls(calls)
    repairedCount += recorded.recordedCount
    refusal ??= recorded.refusal
  }
}
