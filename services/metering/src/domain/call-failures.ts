import { PUBLISHER_FAILURES } from './app-quality.ts'

const inQuality: ReadonlySet<string> = new Set(PUBLISHER_FAILURES)

/** Whether a call that ended so counts against the quality of its app. */
export const countsInQuality = (code: string): boolean => inQuality.has(code)

/**
 * How a call of an app can fail in a way that its publisher can do something about: it failed itself, refused what it was sent, or
 * lacks what calls need. What only the buyer can mend is the buyer's own business, and not told.
 */
export const TOLD_FAILURES: readonly string[] = [
  ...PUBLISHER_FAILURES,
  'publisher_client_error',
  'tool_error',
  'task_expired',
  'publisher_api_key_not_found',
  'publisher_not_payable',
]
