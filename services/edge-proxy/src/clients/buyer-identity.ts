import { services } from '@mtg/contracts'
import { type CounterMetric, type Logger, noSpan, type Span } from '@mtg/observability'
import { type Clock } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { LRUCache } from 'lru-cache'

/** Where oauth-server is, how long to wait for it, and where its failures are told. */
export interface BuyerIdentityOptions {
  readonly address: string
  readonly token: string
  readonly timeoutMs: number
  readonly clock: Clock
  readonly log: Logger
  readonly missing: CounterMetric
  /** From 0 to 1. */
  readonly random?: () => number
}

interface Issued {
  readonly token: string
  readonly expiresAtMs: number
  /** From then on the next one is asked for, while this one is still good. */
  readonly renewAtMs: number
}

const ENTRIES_MAX = 50_000
const PUBLISHERS_MAX = 10_000
/** A token must outlive the call that carries it. */
const MARGIN_MS = 30_000
/** With less time left than that the next one is asked for. */
const RENEW_MS = 45_000
/** Or earlier by up to that share of its life: an edge that has just started names all buyers at once, and they must not all end at once. */
const RENEW_SPREAD = 0.4
/** After a failure nobody asks for this long, so that an outage costs calls no time. */
const PAUSE_MS = 1_000

/** Signed names of buyers for publishers, each kept until shortly before it expires. */
export class BuyerIdentities {
  readonly #options: BuyerIdentityOptions
  readonly #client: ReturnType<typeof connect>
  readonly #cache = new LRUCache<string, Issued>({ max: ENTRIES_MAX })
  readonly #asking = new Map<string, Promise<string | undefined>>()
  /** Publishers that somebody was named to: the name is no invention, and worth to be asked for ahead. */
  readonly #publishers = new LRUCache<string, true>({ max: PUBLISHERS_MAX })
  #pausedUntilMs = 0

  constructor(options: BuyerIdentityOptions) {
    this.#options = options
    this.#client = connect(options)
  }

  /**
   * What a publisher may believe about a buyer: a signed JWT, a promise only where there is none yet; undefined while
   * oauth-server cannot sign one, because a call is worth more than its caller's name.
   */
  tokenFor(buyerId: string, publisherUsername: string, span: Span = noSpan): string | Promise<string | undefined> {
    const key = `${buyerId}/${publisherUsername}`
    const known = this.#cache.get(key)
    if (known !== undefined && known.expiresAtMs - MARGIN_MS > this.#options.clock.nowMs()) return known.token
    this.#publishers.set(publisherUsername, true)
    return this.#ask(key, buyerId, publisherUsername, span)
  }

  /**
   * Asks for the name of a buyer who has none yet, or whose earlier one is about to end or has, so that `tokenFor` waits less or
   * not at all. Whether the buyer may call is found out meanwhile; only publishers that calls went to are asked for.
   */
  prepare(buyerId: string, publisherUsername: string): void {
    const key = `${buyerId}/${publisherUsername}`
    const known = this.#cache.get(key)
    const isWanted =
      known === undefined ? this.#publishers.has(publisherUsername) : known.renewAtMs <= this.#options.clock.nowMs()
    if (isWanted) void this.#askOnce(key, buyerId, publisherUsername, noSpan)
  }

  close(): void {
    this.#client.close()
  }

  async #ask(key: string, buyerId: string, publisherUsername: string, span: Span): Promise<string | undefined> {
    const token = await this.#askOnce(key, buyerId, publisherUsername, span)
    if (token === undefined) this.#options.missing.inc()
    return token
  }

  /** Many who ask for one identity ask once; never rejects. */
  async #askOnce(key: string, buyerId: string, publisherUsername: string, span: Span): Promise<string | undefined> {
    if (this.#options.clock.monotonicMs() < this.#pausedUntilMs) return undefined
    const asked = this.#asking.get(key) ?? this.#issue(key, buyerId, publisherUsername, span)
    this.#asking.set(key, asked)
    return await asked
  }

  async #issue(key: string, buyerId: string, publisherUsername: string, span: Span): Promise<string | undefined> {
    const { timeoutMs, clock, log, random = Math.random } = this.#options
    try {
      const limits = { timeoutMs, span, asksElsewhere: true }
      const issued = await this.#client.IssueBuyerIdentity({ buyerId, publisherUsername }, limits)
      const expiresAtMs = Number(issued.expiresAtMs)
      const earlierMs = random() * RENEW_SPREAD * (expiresAtMs - clock.nowMs())
      this.#cache.set(key, { token: issued.token, expiresAtMs, renewAtMs: expiresAtMs - RENEW_MS - earlierMs })
      return issued.token
    } catch (thrown) {
      this.#pausedUntilMs = clock.monotonicMs() + PAUSE_MS
      log.warn({ err: thrown }, 'buyer identities cannot be signed: publishers get calls without them')
      return undefined
    } finally {
      this.#asking.delete(key)
    }
  }
}

function connect({ address, token }: BuyerIdentityOptions) {
  return createClient(services.oauth.IdentityService, { address, token })
}
