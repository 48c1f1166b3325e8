import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { type CryptoKey, errors, importJWK, type JWK, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

const jwksSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA'), alg: z.literal('RS256') })).max(16),
})

/** The public signing keys of oauth-server, kept so that tokens verify while it is away. */
export interface SigningKeys {
  /** For jose: the key of a `kid`. An unknown one causes at most one look every 30 s. */
  readonly getKey: JWTVerifyGetKey
  close(): void
}

/** Where the keys are. */
export interface SigningKeysOptions {
  /** One URL, or one of each replica with commas between: the first that answers counts. */
  readonly jwksUrl: string
  readonly clock: Clock
  readonly log: Logger
}

const REFRESH_INTERVAL_MS = 5 * 60_000
const UNKNOWN_KID_INTERVAL_MS = 30_000
const FIRST_RETRY_MS = 1000
const FETCH_TIMEOUT_MS = 2000
const ANSWER_BYTES_MAX = 65_536

/** Keeps the keys fresh in the background; a failed look keeps what is known. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  let keys = new Map<string, CryptoKey | Uint8Array>()
  let everFetched = false
  let refreshing: Promise<void> | undefined
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function refresh(): Promise<void> {
    refreshing ??= fetchFromAny(options.jwksUrl.split(','))
      .then(fetched => {
        keys = fetched
        everFetched = true
      })
      .catch((err: unknown) => options.log.warn({ err }, 'signing keys could not be fetched'))
      .finally(() => {
        refreshing = undefined
        lookedAtMs = options.clock.monotonicMs()
      })
    return refreshing
  }

  function keepFresh(): void {
    void refresh().then(() => {
      timer = setTimeout(keepFresh, everFetched ? REFRESH_INTERVAL_MS : FIRST_RETRY_MS).unref()
    })
  }
  keepFresh()

  return {
    async getKey(header) {
      const { kid } = header
      if (kid === undefined) throw new errors.JWKSNoMatchingKey()
      const mayLook = !everFetched || options.clock.monotonicMs() - lookedAtMs > UNKNOWN_KID_INTERVAL_MS
      if (!keys.has(kid) && mayLook) await refresh()
      const key = keys.get(kid)
      if (key !== undefined) return key
      if (!everFetched) throw appError('internal_error', { detail: { reason: 'no signing keys are known yet' } })
      throw new errors.JWKSNoMatchingKey()
    },
    close() {
      clearTimeout(timer)
    },
  }
}

async function fetchFromAny([url = '', ...others]: readonly string[]): Promise<Map<string, CryptoKey | Uint8Array>> {
  try {
    return await fetchKeys(url.trim())
  } catch (thrown) {
    if (others.length === 0) throw thrown
    return await fetchFromAny(others)
  }
}

async function fetchKeys(jwksUrl: string): Promise<Map<string, CryptoKey | Uint8Array>> {
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
