/** Bounds how long answers are waited for, in ticks of this process's own event loop. */
export interface Patience {
  /** What `work` comes to, or a rejection when it has not come to anything after so many ticks. */
  wait<T>(work: Promise<T>): Promise<T>
  /** Time goes on; answers with how many were given up. */
  tick(): number
  /** Whether nobody waits, so that time need not go on. */
  isIdle(): boolean
}

interface Waiting {
  answered: boolean
  readonly giveUp: () => void
}

/**
 * A timer of its own for each answer would cost more than the answer, and would blame the other side for the time in which
 * this process was too busy to look: after a burst, all timers fire before the first answer is read. A tick that is
 * called after answers were read counts only time in which they could have been.
 */
export function createPatience(ticksMax: number): Patience {
  let current: Waiting[] = []
  const older: Waiting[][] = []
  return {
    wait(work) {
      return new Promise((resolve, reject) => {
        const waiting: Waiting = { answered: false, giveUp: () => reject(new Error('no answer in time')) }
        current.push(waiting)
        work.then(
          result => {
            waiting.answered = true
            resolve(result)
          },
          (reason: unknown) => {
            waiting.answered = true
            reject(reason instanceof Error ? reason : new Error(String(reason)))
          },
        )
      })
    },
    tick() {
      older.push(current)
      current = []
      if (older.length <= ticksMax) return 0
      const late = (older.shift() ?? []).filter(waiting => !waiting.answered)
      for (const waiting of late) waiting.giveUp()
      return late.length
    },
    isIdle: () => [current, ...older].every(group => group.every(waiting => waiting.answered)),
  }
}
