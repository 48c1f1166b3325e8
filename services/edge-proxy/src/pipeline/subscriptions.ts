/** Streams that only end when somebody ends them. */
export interface Subscriptions {
  /** Remembers how to end one; the answer forgets it. */
  add(end: () => void): () => void
  /** Ends all, and every later one at once: the process is going away. */
  endAll(): void
}

/** Makes the list. */
export function createSubscriptions(): Subscriptions {
  const ends = new Set<() => void>()
  let closed = false
  return {
    add(end) {
      if (closed) end()
      ends.add(end)
      return () => void ends.delete(end)
    },
    endAll() {
      closed = true
      for (const end of ends) end()
    },
  }
}
