/** Milliseconds since 1970, the end not included; -Infinity and Infinity where there is no bound. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** A time range cut so that each moment of it lies in exactly one span: sums of days, of hours, and single records. */
export interface SplitRange {
  readonly records: readonly [Span, Span]
  readonly hours: readonly [Span, Span]
  readonly days: Span
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EMPTY: Span = { fromMs: 0, toMs: 0 }

/** Cuts a range at whole hours and days (UTC), so that most of it is read from sums. */
export function splitRange({ fromMs, toMs }: Span): SplitRange {
  if (fromMs >= toMs) return { records: [EMPTY, EMPTY], hours: [EMPTY, EMPTY], days: EMPTY }
  const [firstHour, lastHour] = [ceilTo(HOUR_MS, fromMs), floorTo(HOUR_MS, toMs)]
  if (firstHour >= lastHour) {
    return { records: [{ fromMs, toMs }, EMPTY], hours: [EMPTY, EMPTY], days: EMPTY }
  }
  const records = [
    { fromMs, toMs: firstHour },
    { fromMs: lastHour, toMs },
  ] as const
  const [firstDay, lastDay] = [ceilTo(DAY_MS, fromMs), floorTo(DAY_MS, toMs)]
  if (firstDay >= lastDay) return { records, hours: [{ fromMs: firstHour, toMs: lastHour }, EMPTY], days: EMPTY }
  return {
    records,
    hours: [
      { fromMs: firstHour, toMs: firstDay },
      { fromMs: lastDay, toMs: lastHour },
    ],
    days: { fromMs: firstDay, toMs: lastDay },
  }
}

/** Cuts a range at whole days (UTC), where there are no sums of hours. */
export function splitDays({ fromMs, toMs }: Span): Pick<SplitRange, 'records' | 'days'> {
  const [firstDay, lastDay] = [ceilTo(DAY_MS, fromMs), floorTo(DAY_MS, toMs)]
  if (firstDay >= lastDay) return { records: [{ fromMs, toMs }, EMPTY], days: EMPTY }
  return {
    records: [
      { fromMs, toMs: firstDay },
      { fromMs: lastDay, toMs },
    ],
    days: { fromMs: firstDay, toMs: lastDay },
  }
}

const ceilTo = (unitMs: number, timeMs: number) =>
  Number.isFinite(timeMs) ? Math.ceil(timeMs / unitMs) * unitMs : timeMs

const floorTo = (unitMs: number, timeMs: number) =>
  Number.isFinite(timeMs) ? Math.floor(timeMs / unitMs) * unitMs : timeMs
