import type { AppError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { Principal } from './auth.ts'

/** How much is remembered, and for how long. */
export interface KnownCallersOptions {
  readonly clock: Clock
  /** Whether invalidations arrive: without them entries live shorter. */
  readonly isPushConnected: () => boolean
  readonly entriesMax: number
  readonly ttlMs: number
  readonly ttlWithoutPushMs: number
}

/** What is remembered of a caller. */
export interface KnownCaller {
  readonly principal: Principal
  readonly knownAtMs: number
  /** When the next call asks auth again, without waiting for the answer. */
  renewAtMs: number
}

interface RefusedCaller {
  readonly error: AppError
  readonly knownAtMs: number
}

const REFUSAL_TTL_MS = 1_000
/**
 * From this share of its time on, a caller who calls is asked about beside the call. So nobody who calls steadily waits for auth,
 * or fails when auth is slow for a moment; how long an answer may be old stays as it is.
 */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/** What auth has said of callers, by the digest of their credential. */
export class KnownCallers {
  readonly #options: KnownCallersOptions
  readonly #known: LRUCache<string, KnownCaller>
  readonly #refused: LRUCache<string, RefusedCaller>
  /** Outlives what is known of them: when that is forgotten, they are still no strangers. */
  readonly #regulars: LRUCache<string, true>
  /** Keys of good callers: a fresh token of one of them is heard although its address guesses. */
  readonly #regularKeys: LRUCache<string, true>
  #generation = 0

  constructor(options: KnownCallersOptions) {
    const { entriesMax: max } = options
    this.#options = options
    this.#known = new LRUCache({ max })
    this.#refused = new LRUCache({ max })
    this.#regulars = new LRUCache({ max })
    this.#regularKeys = new LRUCache({ max })
  }

  /** Goes up whenever something is forgotten: what was asked for before may be stale, and is not remembered. */
  get generation(): number {
    return this.#generation
  }

  /** A caller whose credential is good, and known long enough ago to be believed. */
  find(digest: string): KnownCaller | undefined {
    const { clock } = this.#options
    const caller = this.#known.get(digest)
    if (caller === undefined) return undefined
    const { expiresAtMs } = caller.principal
    if (expiresAtMs > 0 && expiresAtMs <= clock.nowMs()) return undefined
    return clock.monotonicMs() - caller.knownAtMs < this.#ttlMs() ? caller : undefined
  }

  /** True for one call, when it is time to ask auth again: whoever gets it asks. */
  claimRenewal(caller: KnownCaller): boolean {
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs < caller.renewAtMs) return false
    caller.renewAtMs = nowMs + this.#ttlMs() * RENEW_AGAIN_AFTER
    return true
  }

  /** The refusal that a credential got a moment ago. */
  findRefusal(digest: string): AppError | undefined {
    const refused = this.#refused.get(digest)
    if (refused === undefined) return undefined
    return this.#options.clock.monotonicMs() - refused.knownAtMs < REFUSAL_TTL_MS ? refused.error : undefined
  }

  /** Whether the credential was good before. */
  isRegular(digest: string): boolean {
    return this.#regulars.has(digest)
  }

  /** Whether a credential of this key was good before. */
  isRegularKey(keyId: string): boolean {
    return this.#regularKeys.has(keyId)
  }

  /** Auth has said who it is, when asked in that generation. */
  remember(digest: string, principal: Principal, generation: number): void {
    if (generation === this.#generation) {
      const nowMs = this.#options.clock.monotonicMs()
      this.#known.set(digest, { principal, knownAtMs: nowMs, renewAtMs: nowMs + this.#ttlMs() * RENEW_FROM })
    }
    this.#refused.delete(digest)
    this.#regulars.set(digest, true)
    this.#regularKeys.set(principal.keyId, true)
  }

  /** Auth has refused the credential for good, when asked in that generation. */
  rememberRefusal(digest: string, error: AppError, generation: number): void {
    this.#known.delete(digest)
    this.#regulars.delete(digest)
    if (generation !== this.#generation) return
    this.#refused.set(digest, { error, knownAtMs: this.#options.clock.monotonicMs() })
  }

  /** The key vouches for nobody any more. */
  forgetRegularKey(keyId: string): void {
    this.#regularKeys.delete(keyId)
  }

  /** What is known of a buyer, or of a key and all keys below it, no longer holds. */
  forget(kind: 'key' | 'buyer', id: string): void {
    this.#generation += 1
    this.#refused.clear()
    for (const [digest, { principal }] of this.#known.entries()) {
      const { buyerId, keyId, ancestorIds } = principal
      const isMeant = kind === 'key' ? keyId === id || ancestorIds.includes(id) : buyerId === id
      if (isMeant) this.#known.delete(digest)
    }
  }

  /** Nothing that is known may hold any longer. */
  forgetAll(): void {
    this.#generation += 1
    this.#refused.clear()
    this.#known.clear()
  }

  #ttlMs(): number {
    const { isPushConnected, ttlMs, ttlWithoutPushMs } = this.#options
    return isPushConnected() ? ttlMs : ttlWithoutPushMs
  }
}
