import { AppError } from './app-error.ts'
import type { ErrorCode } from './catalogue.ts'

const OUTAGES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['database_error', 'redis_error', 'overloaded'])

/**
 * Whether the failure is of something that all work stands on and says nothing about the work itself: asking again in smaller
 * parts would fail as well. Any other failure of a batch may be the doing of a single item.
 */
export function isOutage(thrown: unknown): boolean {
  return thrown instanceof AppError && OUTAGES.has(thrown.code)
}
