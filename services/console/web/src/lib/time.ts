const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const shortDate = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const mediumDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const longMonth = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const MINUTE = 60
const HOUR = 60 * MINUTE
export const DAY_SECONDS = 24 * HOUR

const steps = [
  { unit: 'day', seconds: DAY_SECONDS },
  { unit: 'hour', seconds: HOUR },
  { unit: 'minute', seconds: MINUTE },
] as const

/** "3 hours ago", "in 12 days". */
export function fromNow(time: string, nowMs: number): string {
  const seconds = (Date.parse(time) - nowMs) / 1000
  const size = Math.abs(seconds)
  if (size < MINUTE) return seconds > 0 ? 'in a moment' : 'just now'
  const step = steps.find(each => size >= each.seconds) ?? { unit: 'minute', seconds: MINUTE }
  return relative.format(Math.round(seconds / step.seconds), step.unit)
}

export const shownTime = (time: string) => dateTime.format(new Date(time))
export const shownDate = (time: string) => mediumDate.format(new Date(time))
/** Of a day of usage ("2026-11-22", UTC), wherever the reader is. */
export const shownDay = (day: string) => shortDate.format(new Date(`${day}T12:00:00`))

/** Of a month ("2026-11", UTC), wherever the reader is. */
export const shownMonth = (month: string) => longMonth.format(new Date(`${month}-15T12:00:00`))

/** Midnight UTC, so many days before today. */
export function daysAgo(days: number, nowMs: number): string {
  const midnight = Math.floor(nowMs / (DAY_SECONDS * 1000)) * DAY_SECONDS * 1000
  return new Date(midnight - days * DAY_SECONDS * 1000).toISOString()
}

/** The day (UTC) that a time lies in. */
export const dayOf = (time: string) => time.slice(0, 10)
