import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type AppError, toAppError } from '@mtg/errors'
import { type Metrics, noSpan, type Span } from '@mtg/observability'
import { type Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import { claimedKeyOf } from '../limits/claimed-key.ts'
import type { Strangers } from '../limits/strangers.ts'
import type { AuthClient, Principal } from './auth.ts'

/** Remembers who is who for a few seconds. Credentials themselves are never kept: entries go by their SHA-256. */
export interface AuthCache {
  /**
   * A promise only where the caller is not known: it rejects with the AppError that the caller gets. Asking auth, if it
   * has to, is part of `span`. Who was good before is asked about at once; a stranger waits for a turn.
   */
  authenticate(credential: string, request: IncomingMessage, span?: Span): Principal | Promise<Principal>
  /** What is known of a key or buyer no longer holds. */
  forget(kind: 'key' | 'buyer', id: string): void
  forgetAll(): void
}

/** What the cache needs. */
export interface AuthCacheOptions {
  readonly client: AuthClient
  readonly strangers: Strangers
  readonly clock: Clock
  readonly metrics: Metrics
  /** Whether invalidations arrive: without them entries live shorter. */
  readonly isPushConnected: () => boolean
  readonly entriesMax: number
  readonly ttlMs: number
  readonly ttlWithoutPushMs: number
}

interface Known {
  readonly principal: Principal
  readonly knownAtMs: number
  /** When the next call asks auth again, without waiting for the answer. */
  renewAtMs: number
}

interface Refused {
  readonly error: AppError
  readonly knownAtMs: number
}

/** Refusals that a second attempt would only repeat. */
const lastingRefusals = new Set([
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'buyer_not_found',
  'buyer_suspended',
])
const REFUSAL_TTL_MS = 1_000
/**
 * From this share of its time on, a caller who calls is asked about beside the call. So nobody who calls steadily waits for auth,
 * or fails when auth is slow for a moment; how long an answer may be old stays as it is.
 */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/** Makes the cache. */
export function createAuthCache(options: AuthCacheOptions): AuthCache {
  const { client, clock, strangers } = options
  const known = new LRUCache<string, Known>({ max: options.entriesMax })
  const refused = new LRUCache<string, Refused>({ max: options.entriesMax })
  // Outlives what is known of them: when that is forgotten, they are still no strangers.
  const regulars = new LRUCache<string, true>({ max: options.entriesMax })
  // Keys of good callers: a fresh token of one of them is heard although its address guesses.
  const regularKeys = new LRUCache<string, true>({ max: options.entriesMax })
  const asking = new Map<string, Promise<Principal>>()
  const lookups = options.metrics.counter('mtg_edge_auth_lookups_total', 'Callers looked up, by who knew them.', [
    'source',
  ])
  const fromCache = lookups.bind({ source: 'cache' })
  const fromRefusals = lookups.bind({ source: 'refusals' })
  const fromAuth = lookups.bind({ source: 'auth' })
  // An answer that was on its way when something was invalidated may be stale: it is used, but not kept.
  let generation = 0

  const ageOf = (entry: { readonly knownAtMs: number }) => clock.monotonicMs() - entry.knownAtMs

  const ttlMs = () => (options.isPushConnected() ? options.ttlMs : options.ttlWithoutPushMs)

  function knownPrincipal(digest: string, credential: string): Principal | undefined {
    const entry = known.get(digest)
    if (entry === undefined) return undefined
    const { expiresAtMs } = entry.principal
    if (expiresAtMs > 0 && expiresAtMs <= clock.nowMs()) return undefined
    if (ageOf(entry) >= ttlMs()) return undefined
    if (clock.monotonicMs() >= entry.renewAtMs) renew(digest, credential, entry)
    return entry.principal
  }

  /** What auth says is for the next call; while it says nothing, what is known holds until its time is over. */
  function renew(digest: string, credential: string, entry: Known): void {
    entry.renewAtMs = clock.monotonicMs() + ttlMs() * RENEW_AGAIN_AFTER
    askOnce(digest, credential, noSpan).catch(() => {})
  }

  function remember(digest: string, principal: Principal): void {
    const nowMs = clock.monotonicMs()
    known.set(digest, { principal, knownAtMs: nowMs, renewAtMs: nowMs + ttlMs() * RENEW_FROM })
  }

  async function ask(digest: string, question: () => Promise<Principal>): Promise<Principal> {
    const askedIn = generation
    try {
      const principal = await question()
      if (askedIn === generation) remember(digest, principal)
      refused.delete(digest)
      regulars.set(digest, true)
      regularKeys.set(principal.keyId, true)
      return principal
    } catch (thrown) {
      const error = toAppError(thrown)
      if (lastingRefusals.has(error.code)) {
        known.delete(digest)
        regulars.delete(digest)
        if (askedIn === generation) refused.set(digest, { error, knownAtMs: clock.monotonicMs() })
      }
      throw error
    } finally {
      asking.delete(digest)
    }
  }

  /** Many who ask with one credential ask once. */
  function askOnce(digest: string, credential: string, span: Span, request?: IncomingMessage): Promise<Principal> {
    fromAuth.inc()
    const underWay = asking.get(digest)
    if (underWay !== undefined) return underWay
    const question = () => client.authenticate(credential, span)
    const asked = ask(digest, request === undefined ? question : () => strangers.ask(request, question))
    asking.set(digest, asked)
    return asked
  }

  /** Throws for an address that was wrong too often, unless a known key vouches for the token; answers with that key. */
  function checkStranger(credential: string, request: IncomingMessage): string | undefined {
    try {
      strangers.check(request)
      return undefined
    } catch (thrown) {
      const key = claimedKeyOf(credential)
      if (key === undefined || !regularKeys.has(key)) throw thrown
      return key
    }
  }

  async function meet(digest: string, credential: string, request: IncomingMessage, span: Span): Promise<Principal> {
    const vouched = checkStranger(credential, request)
    try {
      const refusal = refused.get(digest)
      if (refusal !== undefined && ageOf(refusal) < REFUSAL_TTL_MS) {
        fromRefusals.inc()
        throw refusal.error
      }
      return await askOnce(digest, credential, span, request)
    } catch (thrown) {
      if (lastingRefusals.has(toAppError(thrown).code)) {
        strangers.failed(request)
        // Whoever knows a key's id could go on for ever in its name; its owner is known again at the next call.
        if (vouched !== undefined) regularKeys.delete(vouched)
      }
      throw thrown
    }
  }

  return {
    authenticate(credential, request, span = noSpan) {
      const digest = hash('sha256', credential, 'base64')
      const principal = knownPrincipal(digest, credential)
      if (principal !== undefined) {
        fromCache.inc()
        return principal
      }
      return regulars.has(digest) ? askOnce(digest, credential, span) : meet(digest, credential, request, span)
    },
    forget(kind, id) {
      generation += 1
      asking.clear()
      refused.clear()
      for (const [digest, { principal }] of known.entries()) {
        if ((kind === 'key' ? principal.keyId : principal.buyerId) === id) known.delete(digest)
      }
    },
    forgetAll() {
      generation += 1
      asking.clear()
      refused.clear()
      known.clear()
    },
  }
}
