/** Whether the process is going away. Calls finish; what would not end by itself is told to. */
export interface Stopping {
  /** True from the announcement on: clients are asked to close their connections. */
  readonly isStopping: () => boolean
  /** Calls the listener when the process begins to stop, at once if it has; the answer forgets it. */
  onStop(listener: () => void): () => void
  /** The process will stop soon; until it does, everything goes on. */
  announce(): void
  begin(): void
  /** Remembers work that outlives its connection: a buyer may be gone while the call is still being settled. */
  track(work: Promise<void>): void
  /** Resolves when all of it is done. */
  finished(): Promise<void>
}

/** Makes the flag of one edge process. */
export function createStopping(): Stopping {
  const listeners = new Set<() => void>()
  let underWay = 0
  let onIdle: (() => void) | undefined
  let announced = false
  let stopping = false
  return {
    isStopping: () => announced,
    onStop(listener) {
      if (stopping) listener()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    announce() {
      announced = true
    },
    begin() {
      announced = true
      stopping = true
      for (const listener of listeners) listener()
    },
    track(work) {
      underWay += 1
      const done = () => {
        underWay -= 1
        if (underWay === 0) onIdle?.()
      }
      void work.then(done, done)
    },
    async finished() {
      if (underWay === 0) return
      await new Promise<void>(resolve => {
        onIdle = resolve
      })
    },
  }
}
