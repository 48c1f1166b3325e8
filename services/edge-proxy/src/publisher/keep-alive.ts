import type { IncomingHttpHeaders } from 'node:http'

/** Shorter than common servers keep idle connections that say nothing of it. */
const UNSAID_MS = 4_000
/** A publisher may say anything; a minute is more than most pauses of an agent at work. */
export const IDLE_MAX_MS = 60_000
/** Its server counts from when it has sent an answer to when it has the next request, so a connection is not used in the moment it is closed. */
const MARGIN_MS = 1_000
const TIMEOUT = /(?:^|[,;\s])timeout\s*=\s*(\d+)/i

/**
 * How long a connection may wait for its next request after an answer with such headers, in milliseconds; 0: not at all.
 * A server says how long it keeps one in `Keep-Alive: timeout=SECONDS` (RFC 2068, section 19.7.1.1).
 */
export function idleMsOf(headers: IncomingHttpHeaders): number {
  const said: unknown = headers['keep-alive']
  const seconds = typeof said === 'string' ? TIMEOUT.exec(said)?.[1] : undefined
  if (seconds === undefined) return UNSAID_MS
  return Math.max(0, Math.min(Number(seconds) * 1_000 - MARGIN_MS, IDLE_MAX_MS))
}
