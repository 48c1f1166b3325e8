import type { Clock } from '@mtg/primitives'

/** Which bound of time an exchange has run into. */
export type Expiry = 'first_byte' | 'idle' | 'total'

/** The times of one exchange, on one timer. Only silence can be put off by what arrives; the other bounds stand. */
export interface Deadlines {
  /** The answer has begun: silence and the whole are bounded from now on; 0 stands for no bound. */
  begin(idleMs: number, totalMs: number): void
  /** Something has arrived. */
  touch(): void
  /** The reader has fallen behind: silence is not the other side's, though the bound of the whole goes on. */
  pause(): void
  resume(): void
  /** For how long the reader has been behind without a break. */
  pausedForMs(): number
  stop(): void
}

const NEVER = Number.POSITIVE_INFINITY
/** A timer may fire a little early. */
const TICK_MS = 1

/** Starts the time to the first byte. `onExpiry` is called once at most. */
export function startDeadlines(clock: Clock, firstByteMs: number, onExpiry: (which: Expiry) => void): Deadlines {
  const startedAtMs = clock.monotonicMs()
  let hasBegun = false
  let quietSinceMs = startedAtMs
  let pausedAtMs: number | undefined
  let idleMs = 0
  let totalMs = 0
  let dueAtMs = startedAtMs + firstByteMs
  let timer: NodeJS.Timeout | undefined = setTimeout(check, firstByteMs)

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    dueAtMs = NEVER
  }

  function check(): void {
    stop()
    const nowMs = clock.monotonicMs()
    if (!hasBegun) {
      if (nowMs < startedAtMs + firstByteMs) return arm(startedAtMs + firstByteMs)
      return onExpiry('first_byte')
    }
    if (nowMs >= totalAtMs()) return onExpiry('total')
    if (nowMs >= idleAtMs()) return onExpiry('idle')
    arm(Math.min(totalAtMs(), idleAtMs()))
  }

  /** A timer that fires too early is left as it is, and set again when it does: nothing is done for each piece. */
  function arm(atMs: number): void {
    if (dueAtMs <= atMs) return
    stop()
    dueAtMs = atMs
    timer = setTimeout(check, Math.max(atMs - clock.monotonicMs(), TICK_MS))
  }

  const totalAtMs = () => (totalMs === 0 ? NEVER : startedAtMs + totalMs)
  const idleAtMs = () => (idleMs === 0 || pausedAtMs !== undefined ? NEVER : quietSinceMs + idleMs)

  return {
    begin(idle, total) {
      hasBegun = true
      quietSinceMs = clock.monotonicMs()
      idleMs = idle
      totalMs = total
      arm(Math.min(totalAtMs(), idleAtMs()))
    },
    touch() {
      quietSinceMs = clock.monotonicMs()
    },
    pause() {
      pausedAtMs ??= clock.monotonicMs()
    },
    resume() {
      pausedAtMs = undefined
      quietSinceMs = clock.monotonicMs()
      arm(Math.min(totalAtMs(), idleAtMs()))
    },
    pausedForMs: () => (pausedAtMs === undefined ? 0 : clock.monotonicMs() - pausedAtMs),
    stop,
  }
}
