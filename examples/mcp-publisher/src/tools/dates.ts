import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer, refusal } from './result.ts'

const DAY_MS = 86_400_000

/** What to add to a date. Months and years keep the day where the month has it. */
export interface Span {
  years?: number | undefined
  months?: number | undefined
  weeks?: number | undefined
  days?: number | undefined
}

/** An ISO date as milliseconds; throws a RangeError for a day that does not exist. */
function parseDate(text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || formatDate(ms) !== text) {
    throw new RangeError(`"${text}" is not a date such as 2026-07-28`)
  }
  return ms
}

const formatDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Adds a span to a date; the 31st of January and a month is the last of February. */
export function addToDate(date: string, { years = 0, months = 0, weeks = 0, days = 0 }: Span): string {
  const start = new Date(parseDate(date))
  const monthCount = start.getUTCFullYear() * 12 + start.getUTCMonth() + years * 12 + months
  const [year, month] = [Math.floor(monthCount / 12), ((monthCount % 12) + 12) % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay))
  return formatDate(moved + (weeks * 7 + days) * DAY_MS)
}

/** Days from one date to another, and how many of them are Monday to Friday (the first counts, the last does not). */
export function daysBetween(from: string, to: string): { days: number; workingDays: number } {
  const [start, end] = [parseDate(from), parseDate(to)]
  const days = Math.round((end - start) / DAY_MS)
  const direction = Math.sign(days)
  const first = Math.min(start, end)
  const fullWeeks = Math.floor(Math.abs(days) / 7)
  let workingDays = fullWeeks * 5
  for (let day = fullWeeks * 7; day < Math.abs(days); day += 1) {
    const weekday = new Date(first + day * DAY_MS).getUTCDay()
    if (weekday !== 0 && weekday !== 6) workingDays += 1
  }
  return { days, workingDays: workingDays * direction }
}

function weekdayOf(date: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(parseDate(date))
}

const date = z.string().describe('ISO date, such as 2026-07-28')
const span = z.int().min(-100_000).max(100_000).optional()

/** Registers `add_to_date` and `days_between`. */
export function registerDates(server: McpServer): void {
  server.registerTool(
    'add_to_date',
    {
      title: 'Add to a date',
      description: 'Adds years, months, weeks and days (negative ones too) to a date.',
      inputSchema: z.object({ date, years: span, months: span, weeks: span, days: span }),
      outputSchema: z.object({ date: z.string(), weekday: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ date: start, ...rest }) =>
      refusingRangeErrors(() => {
        const result = addToDate(start, rest)
        const weekday = weekdayOf(result)
        return answer(`${result}, a ${weekday}`, { date: result, weekday })
      }),
  )
  server.registerTool(
    'days_between',
    {
      title: 'Days between dates',
      description: 'Counts days and working days (Monday to Friday) from one date to another.',
      inputSchema: z.object({ from: date, to: date }),
      outputSchema: z.object({ days: z.int(), workingDays: z.int() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ from, to }) =>
      refusingRangeErrors(() => {
        const between = daysBetween(from, to)
        return answer(`${between.days} days, ${between.workingDays} of them working days`, between)
      }),
  )
}

function refusingRangeErrors<T>(work: () => T): T | ReturnType<typeof refusal> {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return refusal(error.message)
    throw error
  }
}
