/** An account that has statements: a buyer's wallet, or what a publisher is owed. */
export interface StatementAccount {
  readonly type: 'wallet' | 'publisher_payable'
  readonly owner: string
}

/** A calendar month, in UTC. */
export interface Month {
  /** "2026-11" */
  readonly name: string
  readonly from: Date
  /** The first moment after it. */
  readonly to: Date
}

/** The entries of one kind and app. */
export interface StatementLine {
  readonly kind: string
  /** "publisher/app"; empty: of no call, or of many apps together. */
  readonly app: string
  readonly entryCount: bigint
  /** What they added; negative when they took away. */
  readonly amountMicros: bigint
}

/** A month of an account: the opening balance plus the lines is the closing one. */
export interface MonthlyStatement {
  readonly month: Month
  readonly isClosed: boolean
  readonly openingMicros: bigint
  readonly lines: readonly StatementLine[]
  readonly closingMicros: bigint
}

/** An entry has the time at which its transaction began; whatever began within a month has ended by then. */
const CLOSED_AFTER_MS = 3_600_000
const NAME = /^(20\d\d|2[1-9]\d\d)-(0[1-9]|1[0-2])$/

/** The month of this name; undefined when it is none. */
export function monthOf(name: string): Month | undefined {
  const [, year, month] = NAME.exec(name) ?? []
  if (year === undefined || month === undefined) return undefined
  const first = (later: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + later, 1))
  return { name, from: first(0), to: first(1) }
}

/** Whether nothing can appear in the month any more. */
export const isMonthClosed = ({ to }: Month, nowMs: number): boolean => nowMs >= to.getTime() + CLOSED_AFTER_MS

/** The months from one moment to another, newest first. */
export function monthsBetween(from: Date, to: Date): Month[] {
  const months: Month[] = []
  let at = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth(), 1))
  while (at >= new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1))) {
    const month = monthOf(at.toISOString().slice(0, 7))
    if (month === undefined) break
    months.push(month)
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))
  }
  return months
}

const LINES_MAX = 2000

/** The largest lines; of each kind the rest as one of no app, so that all still add up. */
export function boundLines(lines: readonly StatementLine[]): StatementLine[] {
  const largestFirst = lines.toSorted((a, b) => Number(magnitude(b) - magnitude(a)))
  const kept = largestFirst.slice(0, LINES_MAX)
  const rest = new Map<string, StatementLine>()
  for (const { kind, entryCount, amountMicros } of largestFirst.slice(LINES_MAX)) {
    const sum = rest.get(kind)
    rest.set(kind, {
      kind,
      app: '',
      entryCount: entryCount + (sum?.entryCount ?? 0n),
      amountMicros: amountMicros + (sum?.amountMicros ?? 0n),
    })
  }
  return [...kept, ...rest.values()].sort((a, b) => compare(a.kind, b.kind) || compare(a.app, b.app))
}

const magnitude = ({ amountMicros }: StatementLine) => (amountMicros < 0n ? -amountMicros : amountMicros)
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
