import type { AppError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { EndedCallers, Principal } from './auth.ts'

/** How much is remembered, and for how long. */
export interface KnownCallersOptions {
  readonly clock: Clock
  /** Whether invalidations arrive: without them entries live shorter. */
  readonly isPushConnected: () => boolean
  readonly entriesMax: number
  /** How long what auth said is used, unless auth confirms meanwhile that nothing has changed. */
  readonly ttlMs: number
  readonly ttlWithoutPushMs: number
  /** How long at most, however often that was confirmed. */
  readonly keepMs: number
}

/** What is remembered of a caller. */
export interface KnownCaller {
  readonly principal: Principal
  readonly knownAtMs: number
  /** From when on the next call may ask auth again, without waiting for the answer. */
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
/** Sooner, so that callers can still be asked about one by one when no answer comes. */
const CONFIRM_FROM = 0.4

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
  #confirmedAtMs = Number.NEGATIVE_INFINITY
  #confirmAgainAtMs = Number.NEGATIVE_INFINITY
  #isConfirming = false

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
    const caller = this.#findKept(digest)
    if (caller === undefined) return undefined
    const goodSinceMs = Math.max(caller.knownAtMs, this.#confirmedAtMs)
    return this.#options.clock.monotonicMs() - goodSinceMs < this.#ttlMs() ? caller : undefined
  }

  /** Whether auth says what has changed: then who is kept need not be asked about one by one. */
  get isConfirming(): boolean {
    return this.#isConfirming
  }

  /** Whether `find` would find the caller, had it been confirmed just now that nothing has changed. */
  isKept(digest: string): boolean {
    return this.#findKept(digest) !== undefined
  }

  /** True for one call, when it is time to ask auth about this caller again: whoever gets it asks. */
  claimRenewal(caller: KnownCaller): boolean {
    const nowMs = this.#options.clock.monotonicMs()
    const from = this.#isConfirming ? this.#options.keepMs : this.#ttlMs()
    if (nowMs < caller.renewAtMs || nowMs < caller.knownAtMs + from * RENEW_FROM) return false
    caller.renewAtMs = nowMs + this.#ttlMs() * RENEW_AGAIN_AFTER
    return true
  }

  /** True for one call, when it is time to ask auth what has changed of anybody: whoever gets it asks. */
  claimConfirmation(): boolean {
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs < this.#confirmAgainAtMs || nowMs < this.#confirmedAtMs + this.#ttlMs() * CONFIRM_FROM) return false
    this.#confirmAgainAtMs = nowMs + this.#ttlMs() * RENEW_AGAIN_AFTER
    return true
  }

  /** What is known now holds as of then: auth has told of every change until then, and it is forgotten. */
  confirm(asOfMs: number): void {
    this.#isConfirming = true
    this.#confirmedAtMs = asOfMs
  }

  /** Auth does not say what has changed: callers are asked about one by one until it does. */
  doubt(): void {
    this.#isConfirming = false
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
      this.#known.set(digest, { principal, knownAtMs: nowMs, renewAtMs: nowMs })
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

  /** What is known of them no longer holds. */
  forget({ keyIds, buyerIds }: EndedCallers): void {
    this.#generation += 1
    this.#refused.clear()
    for (const [digest, { principal }] of this.#known.entries()) {
      const { buyerId, keyId, ancestorIds } = principal
      const isMeant = buyerIds.has(buyerId) || keyIds.has(keyId) || ancestorIds.some(id => keyIds.has(id))
      if (isMeant) this.#known.delete(digest)
    }
  }

  /** Nothing that is known may hold any longer. */
  forgetAll(): void {
    this.#generation += 1
    this.#refused.clear()
    this.#known.clear()
  }

  /** A caller whose credential is good, known for not too long. */
  #findKept(digest: string): KnownCaller | undefined {
    const { clock, keepMs } = this.#options
    const caller = this.#known.get(digest)
    if (caller === undefined) return undefined
    const { expiresAtMs } = caller.principal
    if (expiresAtMs > 0 && expiresAtMs <= clock.nowMs()) return undefined
    return clock.monotonicMs() - caller.knownAtMs < Math.max(keepMs, this.#ttlMs()) ? caller : undefined
  }

  #ttlMs(): number {
    const { isPushConnected, ttlMs, ttlWithoutPushMs } = this.#options
    return isPushConnected() ? ttlMs : ttlWithoutPushMs
  }
}
