import type { metering } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import type { ServiceClient } from '@mtg/rpc'
import { cutRange, type IdRange, isSingle } from '../../domain/id-ranges.ts'
import { digestCaptured, listCaptured } from '../../store/captured-calls.ts'

/** What comparing stands on. */
export interface CompareDeps {
  readonly db: Database
  readonly metering: ServiceClient<metering.UsageServiceDefinition>
}

/** How one small range differs. */
export interface Difference {
  /** Captured calls without a record. */
  readonly missing: readonly string[]
  /** Recorded calls that are not captured, as far as this look goes. */
  readonly surplus: readonly string[]
}

/** Of either side, in a range that is looked at call by call. */
const CALLS_PER_RANGE = 5000
const PARTS = 64
/** Ids hashed in one statement, about: it must end within seconds. */
const ROWS_PER_REQUEST = 400_000
const RANGES_PER_REQUEST_MAX = 500
const PAGE_SIZE = 10_000
const TIMEOUT_MS = 20_000

/**
 * The ranges between neighbouring bounds that differ, each so small that it can be looked at call by call: equal digests need no
 * further look, and what differs and is large is cut. `onCaptured` is told of calls that were looked at.
 */
export async function* differingRanges(
  deps: CompareDeps,
  bounds: readonly string[],
  onCaptured: (count: number) => void = () => {},
): AsyncGenerator<IdRange> {
  let rangeCount = 1
  for (let start = 0; start < bounds.length - 1; ) {
    const slice = bounds.slice(start, start + rangeCount + 1)
    start += slice.length - 1
    const compared = await compareDigests(deps, slice)
    let rowCount = 0
    for (const { range, captured, recorded, isSame } of compared) {
      rowCount += Math.max(captured, recorded)
      onCaptured(captured)
      if (isSame) continue
      if (Math.max(captured, recorded) <= CALLS_PER_RANGE || isSingle(range)) yield range
      else yield* differingRanges(deps, cutRange(range, PARTS))
    }
    // As many as there is time for: hours with little in them are compared many at once.
    rangeCount = rowCount > ROWS_PER_REQUEST / 2 ? Math.max(1, rangeCount >> 1) : rangeCount * 2
    rangeCount = Math.min(rangeCount, RANGES_PER_REQUEST_MAX)
  }
}

async function compareDigests(deps: CompareDeps, bounds: readonly string[]) {
  const [ours, theirs] = await Promise.all([
    digestCaptured(deps.db, bounds),
    deps.metering.DigestUsage({ bounds: [...bounds] }, { timeoutMs: TIMEOUT_MS }),
  ])
  return ours.map((our, index) => {
    const their = theirs.digests[index]
    return {
      range: { from: bounds[index] ?? '', to: bounds[index + 1] ?? '' },
      captured: Number(our.recordCount),
      recorded: Number(their?.recordCount),
      isSame: our.recordCount === their?.recordCount && our.digest === their.digest,
    }
  })
}

/** Compares one range call by call. */
export async function compareCalls(deps: CompareDeps, { from, to }: IdRange): Promise<Difference> {
  // Records first: a call that is captured in between must not look like a record without a call.
  const recorded = new Set(await listRecorded(deps, from, to))
  const captured = new Set(await listCaptured(deps.db, from, to))
  return {
    missing: [...captured].filter(callId => !recorded.has(callId)),
    surplus: [...recorded].filter(callId => !captured.has(callId)),
  }
}

async function listRecorded(deps: CompareDeps, from: string, to: string): Promise<string[]> {
  const callIds: string[] = []
  let next = from
  for (;;) {
    const request = { fromCallId: next, toCallId: to, pageSize: PAGE_SIZE }
    const page = await deps.metering.ListRecordedCalls(request, { timeoutMs: TIMEOUT_MS })
    // The first of a further page is the last of the page before.
    callIds.push(...page.callIds)
    const last = page.callIds.at(-1)
    if (page.callIds.length < PAGE_SIZE || last === undefined) return callIds
    next = last
  }
}
