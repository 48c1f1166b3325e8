/** Events in order of their time. */
export interface EventQueue {
  at(timeMs: number, run: () => void): void
  /** Runs everything up to a time. */
  runUntil(timeMs: number): void
  nowMs(): number
}

interface Entry {
  readonly timeMs: number
  readonly run: () => void
}

/** A binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Entry[] = []
  let nowMs = 0

  function swap(one: number, other: number): void {
    const [first, second] = [heap[one], heap[other]]
    if (first === undefined || second === undefined) return
    heap[one] = second
    heap[other] = first
  }
  const timeAt = (index: number) => heap[index]?.timeMs ?? Number.POSITIVE_INFINITY

  function push(entry: Entry): void {
    heap.push(entry)
    let index = heap.length - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (timeAt(parent) <= timeAt(index)) return
      swap(parent, index)
      index = parent
    }
  }

  function pop(): Entry | undefined {
    swap(0, heap.length - 1)
    const first = heap.pop()
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      const least = timeAt(right) < timeAt(left) ? right : left
      if (timeAt(least) >= timeAt(index)) return first
      swap(least, index)
      index = least
    }
  }

  return {
    at: (timeMs, run) => push({ timeMs, run }),
    runUntil(timeMs) {
      while (timeAt(0) <= timeMs) {
        const entry = pop()
        if (entry === undefined) return
        nowMs = entry.timeMs
        entry.run()
      }
      nowMs = timeMs
    },
    nowMs: () => nowMs,
  }
}
