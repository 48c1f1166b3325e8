import type { ItemKey } from './batch-wire.ts'

/** An item, and how to answer it. */
interface Question<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** An item that waits for its answer. */
export interface Waiting<Item, Result> {
  readonly key: ItemKey
  readonly bytes: number
  readonly deadlineMs: number
  readonly timeoutMs: number
  /**
   * Undefined once it is answered. A Map that has grown or shrunk leaves a table behind that holds entries until the old
   * generation is collected: what hangs on them, the whole call, would be kept for as long.
   */
  question: Question<Item, Result> | undefined
  /** Items that may share a stream with it: fewer after each stream that broke under it; 0 when none ever did. */
  companyMax: number
  /** Streams that broke while they carried it and nothing else. */
  brokenAlone: number
}

/** Takes the question off an entry that is answered now. */
function takeQuestion<Item, Result>(entry: Waiting<Item, Result>): Question<Item, Result> | undefined {
  const { question } = entry
  entry.question = undefined
  return question
}

/** All that waits for its answer, queued or sent. */
export interface Unanswered<Item, Result> {
  readonly size: number
  readonly bytes: number
  has(key: ItemKey): boolean
  get(key: ItemKey): Waiting<Item, Result> | undefined
  add(entry: Waiting<Item, Result>): void
  /** Takes an entry out, whose question is answered now. */
  remove(entry: Waiting<Item, Result>): Question<Item, Result> | undefined
  entries(): Iterable<Waiting<Item, Result>>
}

/** Begins with nothing that waits. */
export function createUnanswered<Item, Result>(): Unanswered<Item, Result> {
  const byKey = new Map<ItemKey, Waiting<Item, Result>>()
  let bytes = 0
  return {
    get size() {
      return byKey.size
    },
    get bytes() {
      return bytes
    },
    has: key => byKey.has(key),
    get: key => byKey.get(key),
    add(entry) {
      byKey.set(entry.key, entry)
      bytes += entry.bytes
    },
    remove(entry) {
      if (byKey.delete(entry.key)) bytes -= entry.bytes
      return takeQuestion(entry)
    },
    entries: () => byKey.values(),
  }
}
