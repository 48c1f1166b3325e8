import type { Server } from 'node:http'

const SWEEP_INTERVAL_MS = 100

/**
 * Waits for the end of what holds a server's connections, and meanwhile ends each connection that falls idle: none would end by
 * itself before its time, and nobody else looks after the server has stopped listening.
 */
export async function endIdleUntil(server: Server, closing: Promise<unknown>): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  try {
    await closing
  } finally {
    clearInterval(sweep)
  }
}
