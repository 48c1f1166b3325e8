// Tells when the calls of bench:latency are due. A thread of its own that sleeps to the microsecond: timers of the event loop go by
// whole milliseconds, and would be measured instead of what is called.
import { parentPort, workerData } from 'node:worker_threads'
import { createRandom } from '../random.ts'

/** How many calls a second arrive, for how long. */
export interface Beat {
  readonly rate: number
  readonly seconds: number
  readonly seed: number
}

const { rate, seconds, seed } = workerData as Beat
const sleeper = new Int32Array(new SharedArrayBuffer(4))
const random = createRandom(seed)
const startedAtMs = monotonicMs()
for (let dueMs = startedAtMs; dueMs < startedAtMs + seconds * 1000; ) {
  dueMs += random.untilNext(rate) * 1000
  const earlyMs = dueMs - monotonicMs()
  if (earlyMs > 0) Atomics.wait(sleeper, 0, 0, earlyMs)
  tell(dueMs)
}
tell('over')

function tell(message: number | 'over'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin to name, as windows of pages have
  parentPort?.postMessage(message)
}

/** The clock that all threads share. */
function monotonicMs(): number {
  const [wholeSeconds, nanos] = process.hrtime()
  return wholeSeconds * 1000 + nanos / 1e6
}
