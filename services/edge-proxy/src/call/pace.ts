/** Whoever has called for so long, and never paused for longer, will go on. */
const STEADY_MS = 500
const PAUSE_MAX_MS = 500
const SLICE_MS = 250
/** Whoever has come back twice after a pause of so long will come back again. */
const REST_MS_MIN = 300
const REST_MS_MAX = 8_000
const RESTS_MIN = 2

/** How calls of one kind come, from one moment on. */
export class Pace {
  #notedAtMs: number
  #steadySinceMs: number
  /** Calls are counted in slices of time. */
  #sliceAtMs: number
  #sliceCalls = 0
  #callsPerMs = 0
  #rests = 0
  #restMs = 0

  constructor(nowMs: number) {
    this.#notedAtMs = nowMs
    this.#steadySinceMs = nowMs
    this.#sliceAtMs = nowMs
  }

  /** A call has come. */
  note(nowMs: number): void {
    this.#noteRest(nowMs - this.#notedAtMs)
    if (nowMs - this.#notedAtMs > PAUSE_MAX_MS) {
      this.#steadySinceMs = nowMs
      this.#beginSlice(nowMs)
      this.#callsPerMs = 0
    }
    this.#notedAtMs = nowMs
    const lengthMs = nowMs - this.#sliceAtMs
    if (lengthMs >= SLICE_MS) {
      const callsPerMs = this.#sliceCalls / lengthMs
      this.#callsPerMs = this.#callsPerMs === 0 ? callsPerMs : (this.#callsPerMs + callsPerMs) / 2
      this.#beginSlice(nowMs)
    }
    this.#sliceCalls += 1
  }

  /** How many calls will come within so long; 0 where they do not come steadily. */
  expectedWithin(durationMs: number): number {
    const isSteady = this.#notedAtMs - this.#steadySinceMs >= STEADY_MS
    return isSteady ? Math.floor(this.#callsPerMs * durationMs) : 0
  }

  /** How long the last pause was of somebody who comes back after pauses; 0 for anybody else. */
  restMs(): number {
    return this.#rests >= RESTS_MIN ? this.#restMs : 0
  }

  /** The next call did not come. */
  stayAway(): void {
    this.#rests = 0
  }

  #noteRest(pauseMs: number): void {
    if (pauseMs > REST_MS_MAX) this.#rests = 0
    else if (pauseMs >= REST_MS_MIN) {
      this.#rests += 1
      this.#restMs = pauseMs
    }
  }

  #beginSlice(nowMs: number): void {
    this.#sliceAtMs = nowMs
    this.#sliceCalls = 0
  }
}
