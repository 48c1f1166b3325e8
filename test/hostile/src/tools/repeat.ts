import { setTimeout as sleep } from 'node:timers/promises'
import type { Tally } from '../attack.ts'

/** How often, and how many at once at most. */
export interface Pace {
  readonly perSecond: number
  readonly atOnceMax: number
}

/** Does `work` at this pace until the signal, and waits for what is under way. What it throws is tallied as "cut off". */
export async function repeat(
  pace: Pace,
  signal: AbortSignal,
  tally: Tally,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let skipped = 0
  for (let turn = 0; !signal.aborted; turn += 1) {
    if (underWay.size < pace.atOnceMax) {
      const done = work(turn)
        .catch(() => {
          if (!signal.aborted) tally.add('cut off')
        })
        .finally(() => underWay.delete(done))
      underWay.add(done)
    } else skipped += 1
    const nextAt = startedAt + ((turn + 1) * 1000) / pace.perSecond
    await sleep(Math.max(0, nextAt - performance.now()), undefined, { signal }).catch(() => {})
  }
  await Promise.all(underWay)
  if (skipped > 0) tally.add('not sent: too many waiting', skipped)
}
