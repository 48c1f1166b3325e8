import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from './connection.ts'

const RETRY_MS = 500
/** Not there yet, or there and still starting; everything else will not pass by waiting. */
const PASSING = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'])

/** Resolves when the server answers; throws what it last said when it does not within `timeoutMs`. */
export async function waitForServer(url: string, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await withClient({ url }, async client => void (await client.query('SELECT 1')))
    } catch (error) {
      if (!isPassing(error) || performance.now() >= until) throw error
    }
    await delay(RETRY_MS)
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isPassing)
  return error instanceof Error && 'code' in error && PASSING.has(String(error.code))
}
