import { hash } from 'node:crypto'
import { type AppError, toAppError } from '@mtg/errors'
import { type Clock, type Metrics, noSpan, type Span } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'
import type { AuthClient, Principal } from './clients/auth.ts'

/** Remembers who is who for a few seconds. Credentials themselves are never kept: entries go by their SHA-256. */
export interface AuthCache {
  /**
   * A promise only where the caller is not known: it rejects with the AppError that the caller gets. Asking auth, if it
   * has to, is part of `span`.
   */
  authenticate(credential: string, span?: Span): Principal | Promise<Principal>
  /** What is known of a key or buyer no longer holds. */
  forget(kind: 'key' | 'buyer', id: string): void
  forgetAll(): void
}

/** What the cache needs. */
export interface AuthCacheOptions {
  readonly client: AuthClient
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

/** Makes the cache. */
export function createAuthCache(options: AuthCacheOptions): AuthCache {
  const { client, clock } = options
  const known = new LRUCache<string, Known>({ max: options.entriesMax })
  const refused = new LRUCache<string, Refused>({ max: options.entriesMax })
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

  function knownPrincipal(digest: string): Principal | undefined {
    const entry = known.get(digest)
    if (entry === undefined) return undefined
    const { expiresAtMs } = entry.principal
    if (expiresAtMs > 0 && expiresAtMs <= clock.nowMs()) return undefined
    return ageOf(entry) < (options.isPushConnected() ? options.ttlMs : options.ttlWithoutPushMs)
      ? entry.principal
      : undefined
  }

  async function ask(digest: string, credential: string, span: Span): Promise<Principal> {
    const askedIn = generation
    try {
      const principal = await client.authenticate(credential, span)
      if (askedIn === generation) known.set(digest, { principal, knownAtMs: clock.monotonicMs() })
      refused.delete(digest)
      return principal
    } catch (thrown) {
      const error = toAppError(thrown)
      known.delete(digest)
      if (askedIn === generation && lastingRefusals.has(error.code)) {
        refused.set(digest, { error, knownAtMs: clock.monotonicMs() })
      }
      throw error
    } finally {
      asking.delete(digest)
    }
  }

  return {
    authenticate(credential, span = noSpan) {
      const digest = hash('sha256', credential, 'base64')
      const principal = knownPrincipal(digest)
      if (principal !== undefined) {
        fromCache.inc()
        return principal
      }
      const refusal = refused.get(digest)
      if (refusal !== undefined && ageOf(refusal) < REFUSAL_TTL_MS) {
        fromRefusals.inc()
        return Promise.reject(refusal.error)
      }
      fromAuth.inc()
      const asked = asking.get(digest) ?? ask(digest, credential, span)
      if (!asking.has(digest)) asking.set(digest, asked)
      return asked
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
