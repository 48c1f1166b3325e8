import type { Clock } from '@mtg/primitives'
import type { AuthClient, EndedCallers } from './auth.ts'

/** What becomes of callers who are remembered. */
interface ToldCallers {
  forget(ended: EndedCallers): void
  forgetAll(): void
  confirm(asOfMs: number): void
  doubt(): void
}

/** Who is asked, and who is told. */
export interface CallerNewsOptions {
  readonly client: Pick<AuthClient, 'listChanges'>
  readonly callers: ToldCallers
  readonly clock: Clock
}

/** Auth remembers changes for longer. */
const GAP_MS = 300_000

/**
 * Asks auth what has changed of keys and buyers, in one question for all who are remembered, in place of one about each of them again
 * and again. It is asked beside calls, so that an edge that nobody calls asks nothing.
 */
export class CallerNews {
  readonly #options: CallerNewsOptions
  #since = ''
  #askedAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(options: CallerNewsOptions) {
    this.#options = options
  }

  /** Resolves when what is remembered holds, or nothing is known about that: never rejects. Who comes meanwhile waits for the same. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<void> {
    const { client, callers, clock } = this.#options
    const askedAtMs = clock.monotonicMs()
    // What changed before the first answer, or too long ago, nobody tells.
    const isGap = askedAtMs - this.#askedAtMs > GAP_MS
    try {
      const changes = await client.listChanges(isGap ? '' : this.#since)
      if (isGap || changes.everything) callers.forgetAll()
      else if (changes.keyIds.size + changes.buyerIds.size > 0) callers.forget(changes)
      this.#since = changes.next
      this.#askedAtMs = askedAtMs
      callers.confirm(askedAtMs)
    } catch {
      callers.doubt()
    }
  }
}
