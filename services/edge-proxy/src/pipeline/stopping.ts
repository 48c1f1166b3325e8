/** Whether the process is going away. Calls finish; what would not end by itself is told to. */
export interface Stopping {
  readonly isStopping: () => boolean
  /** Calls the listener when the process begins to stop, at once if it has; the answer forgets it. */
  onStop(listener: () => void): () => void
  begin(): void
  /** Remembers work that outlives its connection: a buyer may be gone while the call is still being settled. */
  track(work: Promise<void>): void
  /** Resolves when all of it is done. */
  finished(): Promise<void>
}

/** Makes the flag of one edge process. */
export function createStopping(): Stopping {
  const listeners = new Set<() => void>()
  const underWay = new Set<Promise<void>>()
  let stopping = false
  return {
    isStopping: () => stopping,
    onStop(listener) {
      if (stopping) listener()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin() {
      stopping = true
      for (const listener of listeners) listener()
    },
    track(work) {
      const tracked = work.finally(() => underWay.delete(tracked))
      underWay.add(tracked)
    },
    async finished() {
      await Promise.allSettled(underWay)
    },
  }
}
