import { setTimeout as pause } from 'node:timers/promises'

const INTERVAL_MS = 20

/** Tries until it succeeds, for what happens soon but not at once; after `timeoutMs` the last failure is thrown. */
export async function eventually<T>(attempt: () => T | Promise<T>, timeoutMs = 10_000): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await pause(INTERVAL_MS)
    }
  }
}
