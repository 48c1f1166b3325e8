import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toAppError } from '@mtg/errors'
import { type BoundCounter, type Metrics, noSpan, type Span } from '@mtg/observability'
import { claimedKeyOf } from '../limits/strangers/claimed-key.ts'
import type { Strangers } from '../limits/strangers/strangers.ts'
import type { AuthClient, EndedCallers, Principal } from './auth.ts'
import { CallerNews } from './caller-news.ts'
import { KnownCallers, type KnownCallersOptions } from './known-callers.ts'

/** Who is asked, who waits for a turn, and what is remembered. */
export interface AuthCacheOptions extends KnownCallersOptions {
  readonly client: AuthClient
  readonly strangers: Strangers
  readonly metrics: Metrics
}

/** Refusals that a second attempt would only repeat. */
const lastingRefusals = new Set([
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'buyer_not_found',
  'buyer_suspended',
])

/** Remembers who is who for a few seconds. Credentials themselves are never kept: entries go by their SHA-256. */
export class AuthCache {
  readonly #client: AuthClient
  readonly #strangers: Strangers
  readonly #callers: KnownCallers
  readonly #news: CallerNews
  readonly #asking = new Map<string, Promise<Principal>>()
  readonly #fromCache: BoundCounter
  readonly #fromRefusals: BoundCounter
  readonly #fromAuth: BoundCounter

  constructor(options: AuthCacheOptions) {
    this.#client = options.client
    this.#strangers = options.strangers
    this.#callers = new KnownCallers(options)
    const callers = {
      forget: (ended: EndedCallers) => this.#forget(ended),
      forgetAll: () => this.forgetAll(),
      confirm: (asOfMs: number) => this.#callers.confirm(asOfMs),
      doubt: () => this.#callers.doubt(),
    }
    this.#news = new CallerNews({ client: options.client, callers, clock: options.clock })
    const help = 'Callers looked up, by who knew them.'
    const lookups = options.metrics.counter('mtg_edge_auth_lookups_total', help, ['source'])
    this.#fromCache = lookups.bind({ source: 'cache' })
    this.#fromRefusals = lookups.bind({ source: 'refusals' })
    this.#fromAuth = lookups.bind({ source: 'auth' })
  }

  /**
   * A promise only where the caller is not known: it rejects with the AppError that the caller gets. Asking auth, if it
   * has to, is part of `span`. Who was good before is asked about at once; a stranger waits for a turn.
   */
  authenticate(credential: string, request: IncomingMessage, span: Span = noSpan): Principal | Promise<Principal> {
    const digest = hash('sha256', credential, 'base64')
    const caller = this.#callers.find(digest)
    if (caller !== undefined) {
      if (this.#callers.claimRenewal(caller)) this.#renew(digest, credential)
      if (this.#callers.claimConfirmation()) void this.#news.ask()
      this.#fromCache.inc()
      return caller.principal
    }
    if (this.#callers.isKept(digest)) {
      if (this.#callers.isConfirming) return this.#confirm(digest, credential, request, span)
      // Where everybody calls too seldom to be believed by now, nobody else would begin it.
      if (this.#callers.claimConfirmation()) void this.#news.ask()
    }
    return this.#find(digest, credential, request, span)
  }

  /** Known a while ago: whether anything has changed since is asked for all callers at once. */
  async #confirm(digest: string, credential: string, request: IncomingMessage, span: Span): Promise<Principal> {
    await this.#news.ask()
    const caller = this.#callers.find(digest)
    if (caller === undefined) return await this.#find(digest, credential, request, span)
    this.#fromCache.inc()
    return caller.principal
  }

  #find(digest: string, credential: string, request: IncomingMessage, span: Span): Promise<Principal> {
    if (this.#callers.isRegular(digest)) return this.#askOnce(digest, credential, span)
    return this.#meet(digest, credential, request, span)
  }

  /** What is known of a key or buyer no longer holds. */
  forget(kind: 'key' | 'buyer', id: string): void {
    const ids = new Set([id])
    this.#forget(kind === 'key' ? { keyIds: ids, buyerIds: new Set() } : { keyIds: new Set(), buyerIds: ids })
  }

  /** Nothing that is known may hold any longer. */
  forgetAll(): void {
    this.#asking.clear()
    this.#callers.forgetAll()
  }

  /** A question under way may be answered with what was so before: nobody who comes now waits for that. */
  #forget(ended: EndedCallers): void {
    this.#asking.clear()
    this.#callers.forget(ended)
  }

  /** What auth says is for the next call; while it says nothing, what is known holds until its time is over. */
  #renew(digest: string, credential: string): void {
    this.#askOnce(digest, credential, noSpan).catch(() => {})
  }

  /** Whoever is not known is counted by address, and its question waits for the address's turn. */
  async #meet(digest: string, credential: string, request: IncomingMessage, span: Span): Promise<Principal> {
    const vouchingKey = this.#checkStranger(credential, request)
    try {
      const refusal = this.#callers.findRefusal(digest)
      if (refusal !== undefined) {
        this.#fromRefusals.inc()
        throw refusal
      }
      return await this.#askOnce(digest, credential, span, request)
    } catch (thrown) {
      if (lastingRefusals.has(toAppError(thrown).code)) {
        this.#strangers.failed(request)
        // Whoever knows a key's id could go on for ever in its name; its owner is known again at the next call.
        if (vouchingKey !== undefined) this.#callers.forgetRegularKey(vouchingKey)
      }
      throw thrown
    }
  }

  /** Throws for an address that was wrong too often, unless a known key vouches for the token; answers with that key. */
  #checkStranger(credential: string, request: IncomingMessage): string | undefined {
    try {
      this.#strangers.check(request)
      return undefined
    } catch (thrown) {
      const key = claimedKeyOf(credential)
      if (key === undefined || !this.#callers.isRegularKey(key)) throw thrown
      return key
    }
  }

  /** Many who ask with one credential ask once. A stranger's question comes with its request. */
  #askOnce(digest: string, credential: string, span: Span, stranger?: IncomingMessage): Promise<Principal> {
    this.#fromAuth.inc()
    const underWay = this.#asking.get(digest)
    if (underWay !== undefined) return underWay
    const question = () => this.#client.authenticate(credential, span)
    const asked = this.#ask(digest, stranger === undefined ? question : () => this.#strangers.ask(stranger, question))
    this.#asking.set(digest, asked)
    // After something was forgotten, the same credential may be asked about anew: that question is not this one's to end.
    const end = () => {
      if (this.#asking.get(digest) === asked) this.#asking.delete(digest)
    }
    void asked.then(end, end)
    return asked
  }

  async #ask(digest: string, question: () => Promise<Principal>): Promise<Principal> {
    // An answer that was on its way when something was invalidated may be stale: it is used, but not kept.
    const { generation } = this.#callers
    try {
      const principal = await question()
      this.#callers.remember(digest, principal, generation)
      return principal
    } catch (thrown) {
      const error = toAppError(thrown)
      if (lastingRefusals.has(error.code)) this.#callers.rememberRefusal(digest, error, generation)
      throw error
    }
  }
}
