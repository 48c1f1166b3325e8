import type { CorrectedPosition } from '../../domain/captured-calls.ts'
import type { RepairDeps } from './repair-missing.ts'
import { untilSecondLook } from './second-look.ts'

/** Records of calls that billing does not know. */
export interface UnknownCalls {
  readonly count: number
  /** How many of them are gone now. */
  readonly retractedCount: number
  /** A few of their ids, for the log. */
  readonly sample: readonly string[]
}

const CORRECTED_PER_REQUEST = 1000
const UNCONFIRMED_PER_REQUEST = 5000
const SAMPLE_MAX = 20
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Takes the records of calls away whose charge was given back; answers with how many there were. A correction that follows a
 * record's repair by a hair is not seen here, but by the next look: looks overlap by more than a repair may take.
 */
export async function retractCorrected(deps: RepairDeps, sinceMs: number): Promise<number> {
  let retractedCount = 0
  let after: CorrectedPosition = { correctedAt: new Date(sinceMs).toISOString(), callId: LOWEST_UUID }
  for (;;) {
    const page = await deps.captured.listCorrected(after, CORRECTED_PER_REQUEST)
    const last = page.at(-1)
    if (last === undefined) return retractedCount
    await deps.renewLease()
    retractedCount += await deps.metering.retractCorrected(page.map(({ callId }) => callId))
    after = last
  }
}

/**
 * Of recorded calls that are not captured, takes those away that billing does not know, also at a second look. Calls under way are
 * known; they may be captured yet.
 */
export async function retractUnknown(
  deps: RepairDeps,
  candidates: readonly string[],
  isDryRun: boolean,
): Promise<UnknownCalls> {
  const suspects = await deps.captured.findUnknown(candidates)
  if (suspects.length === 0) return { count: 0, retractedCount: 0, sample: [] }
  await untilSecondLook()
  await deps.renewLease()
  const callIds = await deps.captured.findUnknown(suspects)
  const found = { count: callIds.length, sample: callIds.slice(0, SAMPLE_MAX) }
  if (isDryRun || callIds.length === 0) return { ...found, retractedCount: 0 }
  return { ...found, retractedCount: await deps.metering.retractUnknown(callIds) }
}

/** Records whose ids are of another time than they came at: the known ones are confirmed, the others taken away. */
export async function* resolveUnconfirmed(deps: RepairDeps, isDryRun: boolean): AsyncGenerator<UnknownCalls> {
  let after = ''
  for (;;) {
    const callIds = await deps.metering.listUnconfirmedCalls(after, UNCONFIRMED_PER_REQUEST)
    const unknown = new Set(await deps.captured.findUnknown(callIds))
    yield await retractUnknown(deps, [...unknown], isDryRun)
    const known = callIds.filter(callId => !unknown.has(callId))
    if (!isDryRun && known.length > 0) {
      await deps.renewLease()
      await deps.metering.confirmCalls(known)
    }
    if (callIds.length < UNCONFIRMED_PER_REQUEST) return
    after = callIds.at(-1) ?? ''
  }
}
