import { setTimeout as pause } from 'node:timers/promises'

const INTERVAL_MS = 20

/** Long: only what fails waits for it, and a busy machine is slow for half a minute at times. */
const PATIENCE_MS = 60_000

/** Tries until it succeeds, for what happens soon but not at once; after `timeoutMs` the last failure is thrown. */
export async function eventually<T>(attempt: () => T | Promise<T>, timeoutMs = PATIENCE_MS): Promise<T> {
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

/**
 * Waits for the next turn of an hour or a day (of `unitMs`) when it is nearer than `neededMs`: for what counts by the clock, and
 * has to happen between two turns.
 */
export async function clearOfTurn(unitMs: number, neededMs: number): Promise<void> {
  const leftMs = unitMs - (Date.now() % unitMs)
  if (leftMs < neededMs) await pause(leftMs)
}
