import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { type PeriodicJob, startPeriodicJob } from '@mtg/runtime'
import { type CryptoKey, errors, importJWK, type JWK, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

const jwksSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA'), alg: z.literal('RS256') })).max(16),
})

/** Where the issuer's keys are. */
export interface IssuerKeysOptions {
  /** One URL, or one of each replica with commas between: the first that answers counts. */
  readonly jwksUrl: string
  readonly clock: Clock
  readonly log: Logger
}

type Keys = ReadonlyMap<string, CryptoKey | Uint8Array>

const REFRESH_INTERVAL_MS = 5 * 60_000
const UNKNOWN_KID_INTERVAL_MS = 30_000
const LOOK_INTERVAL_MS = 1000
const FETCH_TIMEOUT_MS = 2000
const ANSWER_BYTES_MAX = 65_536

/**
 * The public keys that access tokens are verified with. They are kept, so that tokens verify while oauth-server, which has the
 * private ones, is away; they are asked for again every five minutes, and every second until they came once.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions
  readonly #refreshing: PeriodicJob
  /** Undefined until they came once. */
  #keys: Keys | undefined
  #looking: Promise<void> | undefined
  #lookedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: IssuerKeysOptions) {
    this.#options = options
    this.#refreshing = startPeriodicJob({
      name: 'refresh-issuer-keys',
      intervalMs: LOOK_INTERVAL_MS,
      firstAfterMs: 0,
      run: async () => {
        if (this.#keys === undefined || this.#lookedBefore(REFRESH_INTERVAL_MS)) await this.#look()
      },
      log: options.log,
    })
  }

  /** For jose: the key of a `kid`. An unknown one causes at most one look every 30 s. */
  readonly getKey: JWTVerifyGetKey = async ({ kid }) => {
    if (kid === undefined) throw new errors.JWKSNoMatchingKey()
    const known = this.#keys?.get(kid)
    if (known !== undefined) return known
    if (this.#keys === undefined || this.#lookedBefore(UNKNOWN_KID_INTERVAL_MS)) await this.#look()
    if (this.#keys === undefined) {
      throw appError('internal_error', { detail: { reason: 'no signing keys are known yet' } })
    }
    const found = this.#keys.get(kid)
    if (found === undefined) throw new errors.JWKSNoMatchingKey()
    return found
  }

  /** Asks for them no more. A look that is under way is not waited for. */
  close(): void {
    void this.#refreshing.close()
  }

  #lookedBefore(agoMs: number): boolean {
    return this.#options.clock.monotonicMs() - this.#lookedAtMs > agoMs
  }

  /** Whoever asks meanwhile waits for the same answer. A look that fails leaves what is known. */
  #look(): Promise<void> {
    this.#looking ??= this.#fetch().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #fetch(): Promise<void> {
    const { jwksUrl, clock, log } = this.#options
    try {
      this.#keys = await fetchFromAny(jwksUrl.split(','))
    } catch (err) {
      log.warn({ err }, 'signing keys could not be fetched')
    } finally {
      this.#lookedAtMs = clock.monotonicMs()
    }
  }
}

async function fetchFromAny([url = '', ...others]: readonly string[]): Promise<Keys> {
  try {
    return await fetchKeys(url.trim())
  } catch (thrown) {
    if (others.length === 0) throw thrown
    return await fetchFromAny(others)
  }
}

async function fetchKeys(jwksUrl: string): Promise<Keys> {
  const response = await fetch(jwksUrl, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' })
  // Not configured is an answer (spec: JWKS 404 not_found): then no token can be valid.
  if (response.status === 404) return new Map()
  if (!response.ok) throw new Error(`JWKS answered ${response.status}`)
  const text = await response.text()
  if (text.length > ANSWER_BYTES_MAX) throw new Error('JWKS is too large')
  const { keys } = jwksSchema.parse(JSON.parse(text))
  const imported = await Promise.all(keys.map(async jwk => [jwk.kid, await importJWK(jwk as JWK, 'RS256')] as const))
  return new Map(imported)
}
