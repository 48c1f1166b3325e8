import type { AppError } from '@mtg/errors'

const DETAIL_LENGTH_MAX = 2000

/** What was wrong, for the people who look through dead letters. */
export function detailOf(error: AppError): string {
  const facts = Object.keys(error.detail).length === 0 ? '' : ` ${JSON.stringify(error.detail)}`
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${facts}${cause}`.slice(0, DETAIL_LENGTH_MAX)
}
