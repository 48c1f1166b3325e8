/** Whoever has called for so long, and never paused for longer, will go on. */
const STEADY_MS = 500
const PAUSE_MAX_MS = 500
const SLICE_MS = 250

/** How many calls of one kind come, from one moment on. */
export class Pace {
  #notedAtMs: number
  #steadySinceMs: number
  /** Calls are counted in slices of time. */
  #sliceAtMs: number
  #sliceCalls = 0
  #callsPerMs = 0

  constructor(nowMs: number) {
    this.#notedAtMs = nowMs
    this.#steadySinceMs = nowMs
    this.#sliceAtMs = nowMs
  }

  /** A call has come. */
  note(nowMs: number): void {
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

  #beginSlice(nowMs: number): void {
    this.#sliceAtMs = nowMs
    this.#sliceCalls = 0
  }
}
