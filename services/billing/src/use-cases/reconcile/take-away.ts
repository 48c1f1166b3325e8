import { setTimeout as pause } from 'node:timers/promises'
import { type CorrectedPosition, findUnknown, listCorrected } from '../../store/captured-calls.ts'
import type { CompareDeps } from './differences.ts'

/** What taking away stands on. */
export interface TakeAwayDeps extends CompareDeps {
  /** Rejects when it is somebody else's to take away by now. */
  readonly renew: () => Promise<void>
}

/** Records of calls that billing does not know. */
export interface Unknown {
  readonly count: number
  /** Those that are gone now. */
  readonly retracted: number
  /** A few of them, for the log. */
  readonly sample: readonly string[]
}

const CORRECTED_PER_REQUEST = 1000
const UNCONFIRMED_PER_REQUEST = 5000
const SAMPLE_MAX = 20
const SECOND_LOOK_AFTER_MS = 1500
const TIMEOUT_MS = 20_000
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Takes the records of calls away whose charge was given back. A correction that follows a record's repair by a hair is not seen
 * here, but by the next look: looks overlap by more than a repair may take.
 */
export async function retractCorrected(deps: TakeAwayDeps, sinceMs: number): Promise<number> {
  let retracted = 0
  let after: CorrectedPosition = { correctedAt: new Date(sinceMs).toISOString(), callId: LOWEST_UUID }
  for (;;) {
    const page = await listCorrected(deps.db, after, CORRECTED_PER_REQUEST)
    const last = page.at(-1)
    if (last === undefined) return retracted
    await deps.renew()
    const request = { callIds: page.map(({ callId }) => callId) }
    retracted += (await deps.metering.RetractUsage(request, { timeoutMs: TIMEOUT_MS })).retractedCount
    after = last
  }
}

/**
 * Of recorded calls that are not captured, takes those away that billing does not know, also at a second look. Calls under way are
 * known; they may be captured yet.
 */
export async function takeUnknownAway(
  deps: TakeAwayDeps,
  candidates: readonly string[],
  dryRun: boolean,
): Promise<Unknown> {
  const suspects = await findUnknown(deps.db, candidates)
  if (suspects.length === 0) return { count: 0, retracted: 0, sample: [] }
  await pause(SECOND_LOOK_AFTER_MS)
  await deps.renew()
  const callIds = await findUnknown(deps.db, suspects)
  const sample = callIds.slice(0, SAMPLE_MAX)
  if (dryRun || callIds.length === 0) return { count: callIds.length, retracted: 0, sample }
  const { retractedCount } = await deps.metering.RetractUsage({ callIds, unknown: true }, { timeoutMs: TIMEOUT_MS })
  return { count: callIds.length, retracted: retractedCount, sample }
}

/** Records whose ids are of another time than they came at: the known ones are confirmed, the others taken away. */
export async function* judgeUnconfirmed(deps: TakeAwayDeps, dryRun: boolean): AsyncGenerator<Unknown> {
  let afterCallId = ''
  for (;;) {
    const request = { afterCallId, pageSize: UNCONFIRMED_PER_REQUEST }
    const { callIds } = await deps.metering.ListUnconfirmedCalls(request, { timeoutMs: TIMEOUT_MS })
    const unknown = new Set(await findUnknown(deps.db, callIds))
    yield await takeUnknownAway(deps, [...unknown], dryRun)
    const known = callIds.filter(callId => !unknown.has(callId))
    if (!dryRun && known.length > 0) {
      await deps.renew()
      await deps.metering.ConfirmCalls({ callIds: known }, { timeoutMs: TIMEOUT_MS })
    }
    if (callIds.length < UNCONFIRMED_PER_REQUEST) return
    afterCallId = callIds.at(-1) ?? ''
  }
}
