/** The only source of time in the services; money and windows use the database's clock instead. */
export interface Clock {
  /** Milliseconds since 1970; may jump. For timestamps. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment; never goes back. For durations and deadlines. */
  monotonicMs(): number
}

/** The machine's clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  advance(ms: number): void
}

/** Makes a clock for tests that starts at `startMs`. */
export function createFakeClock(startMs = 0): FakeClock {
  let now = startMs
  return {
    nowMs: () => now,
    monotonicMs: () => now,
    advance(ms) {
      now += ms
    },
  }
}
