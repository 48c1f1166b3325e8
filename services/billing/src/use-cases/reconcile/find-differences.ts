import type { Database } from '@mtg/postgres'
import type { Metering } from '../../clients/metering.ts'
import type { CapturedCalls } from '../../domain/captured-calls.ts'
import { cutRange, type IdRange, isSingle } from '../../domain/id-ranges.ts'

/** Both sides of the comparison: captured calls, usage records in metering; and where it is noted who compares. */
export interface CompareDeps {
  readonly db: Database
  readonly captured: CapturedCalls
  readonly metering: Metering
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
    let rowCount = 0
    for (const { range, capturedCount, rowCount: rows, isEqual } of await compareDigests(deps, slice)) {
      rowCount += rows
      onCaptured(capturedCount)
      if (isEqual) continue
      if (rows <= CALLS_PER_RANGE || isSingle(range)) yield range
      else yield* differingRanges(deps, cutRange(range, PARTS))
    }
    rangeCount = nextRangeCount(rangeCount, rowCount)
  }
}

/** As many as there is time for: hours with little in them are compared many at once. */
function nextRangeCount(rangeCount: number, rowCount: number): number {
  if (rowCount > ROWS_PER_REQUEST / 2) return Math.max(1, Math.floor(rangeCount / 2))
  return Math.min(rangeCount * 2, RANGES_PER_REQUEST_MAX)
}

interface ComparedRange {
  readonly range: IdRange
  readonly capturedCount: number
  /** Of the side that has more calls in it. */
  readonly rowCount: number
  readonly isEqual: boolean
}

async function compareDigests(
  { captured: calls, metering }: CompareDeps,
  bounds: readonly string[],
): Promise<ComparedRange[]> {
  const [captured, recorded] = await Promise.all([calls.digest(bounds), metering.digestCalls(bounds)])
  return captured.map(({ callCount, digest }, index) => {
    const other = recorded[index]
    return {
      range: { from: bounds[index] ?? '', to: bounds[index + 1] ?? '' },
      capturedCount: callCount,
      rowCount: Math.max(callCount, other?.callCount ?? 0),
      isEqual: callCount === other?.callCount && digest === other.digest,
    }
  })
}

/** Compares one range call by call. */
export async function compareCalls({ captured: calls, metering }: CompareDeps, range: IdRange): Promise<Difference> {
  // Records first: a call that is captured in between must not look like a record without a call.
  const recorded = new Set(await listRecorded(metering, range))
  const captured = new Set(await calls.list(range))
  return {
    missing: [...captured].filter(callId => !recorded.has(callId)),
    surplus: [...recorded].filter(callId => !captured.has(callId)),
  }
}

async function listRecorded(metering: Metering, { from, to }: IdRange): Promise<string[]> {
  const callIds: string[] = []
  let next = from
  for (;;) {
    const page = await metering.listRecordedCalls({ from: next, to }, PAGE_SIZE)
    // The first of a further page is the last of the page before.
    callIds.push(...page)
    const last = page.at(-1)
    if (page.length < PAGE_SIZE || last === undefined) return callIds
    next = last
  }
}
