import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer, refusal } from './result.ts'

const MINUTE_MS = 60_000
/** Leap days fall on a given weekday at least once in 40 years, also across a century without one. */
const SEARCH_DAYS_MAX = 366 * 40

const fields = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of month', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'day of week', min: 0, max: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
] as const

type Field = (typeof fields)[number]

/** When a cron expression fires. */
export interface CronSchedule {
  minutes: Set<number>
  hours: Set<number>
  days: Set<number>
  months: Set<number>
  weekdays: Set<number>
  /** With both restricted, either day field suffices, as in every cron. */
  isEitherDay: boolean
}

/** Reads the five fields of a cron expression; throws a RangeError that names the field at fault. */
export function parseCron(expression: string): CronSchedule {
  const parts = expression.trim().split(/\s+/)
  if (parts.length !== fields.length) {
    throw new RangeError('a cron expression has five fields: minute hour day month weekday')
  }
  const valuesAt = (index: 0 | 1 | 2 | 3 | 4) => valuesOf(parts[index] ?? '', fields[index])
  const [minutes, hours, days, months] = [valuesAt(0), valuesAt(1), valuesAt(2), valuesAt(3)]
  const weekdays = valuesAt(4)
  if (weekdays.has(7)) weekdays.add(0)
  const isEitherDay = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*')
  return { minutes, hours, days, months, weekdays, isEitherDay }
}

function valuesOf(text: string, field: Field): Set<number> {
  const values = new Set<number>()
  for (const part of text.toLowerCase().split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
    const [first, last] = boundsOf(range, field, step !== undefined)
    const stride = Number(step ?? 1)
    if (stride < 1) throw new RangeError(`"${part}" has a step of zero (${field.name})`)
    for (let value = first; value <= last; value += stride) values.add(value)
  }
  return values
}

function boundsOf(range: string, field: Field, hasStep: boolean): [first: number, last: number] {
  if (range === '*') return [field.min, field.name === 'day of week' ? 6 : field.max]
  const [from = '', to] = range.split('-')
  const first = valueOf(from, field)
  const last = to === undefined ? (hasStep ? field.max : first) : valueOf(to, field)
  if (first > last) throw new RangeError(`"${range}" runs backwards (${field.name})`)
  return [first, last]
}

function valueOf(text: string, { name, names, min, max }: Field): number {
  const index = (names as readonly string[]).indexOf(text)
  const value = index === -1 ? Number(/^\d{1,2}$/.exec(text)?.[0] ?? Number.NaN) : index + min
  if (!(value >= min && value <= max)) throw new RangeError(`"${text}" is not a ${name} from ${min} to ${max}`)
  return value
}

/** The next times in UTC at which the schedule fires after `fromMs`; fewer when it never does so often. */
export function nextRuns(schedule: CronSchedule, fromMs: number, count: number): Date[] {
  const runs: Date[] = []
  const start = new Date(fromMs + MINUTE_MS)
  const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate())
  for (let day = 0; day < SEARCH_DAYS_MAX && runs.length < count; day += 1) {
    const date = new Date(midnight + day * 24 * 60 * MINUTE_MS)
    if (firesOn(schedule, date)) runs.push(...runsOn(schedule, date).filter(run => run.getTime() > fromMs))
  }
  return runs.slice(0, count)
}

function firesOn({ days, months, weekdays, isEitherDay }: CronSchedule, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const [isDay, isWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
  return isEitherDay ? isDay || isWeekday : isDay && isWeekday
}

function runsOn({ hours, minutes }: CronSchedule, date: Date): Date[] {
  const ascending = (values: Set<number>) => [...values].toSorted((one, other) => one - other)
  return ascending(hours).flatMap(hour =>
    ascending(minutes).map(minute => new Date(date.getTime() + (hour * 60 + minute) * MINUTE_MS)),
  )
}

/** Registers `next_cron_runs`. */
export function registerCron(server: McpServer): void {
  server.registerTool(
    'next_cron_runs',
    {
      title: 'Next cron runs',
      description: 'Checks a cron expression of five fields and lists when it fires next, in UTC.',
      inputSchema: z.object({
        expression: z.string().max(200).describe('such as "30 9 * * mon-fri"'),
        after: z.iso.datetime({ offset: true }).optional().describe('the time to start from; default: now'),
        count: z.int().min(1).max(50).default(5),
      }),
      outputSchema: z.object({ runs: z.array(z.string()) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ expression, after, count }) => {
      try {
        const fromMs = after === undefined ? Date.now() : Date.parse(after)
        const runs = nextRuns(parseCron(expression), fromMs, count).map(run => run.toISOString())
        return answer(runs.join('\n') || 'never', { runs })
      } catch (error) {
        if (error instanceof RangeError) return refusal(error.message)
        throw error
      }
    },
  )
}
