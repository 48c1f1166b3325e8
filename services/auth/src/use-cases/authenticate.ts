import { appError } from '@mtg/errors'
import { batchBuckets, type Logger, type Metrics, observeSplits } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { BuyerId, Clock } from '@mtg/primitives'
import { fieldLimits, fitsBytes } from '@mtg/rpc'
import { type Batcher, createBatcher } from '@mtg/runtime'
import type { AccessTokens } from '../domain/access-token.ts'
import { digestApiKey, hasExpired, keyExpired, parseApiKey } from '../domain/api-key.ts'
import type { Principal } from '../domain/principal.ts'
import { narrowScope } from '../domain/scope.ts'
import { findPrincipals, type PrincipalLookup, type PrincipalRow } from '../store/principals.ts'

/** Says who a credential belongs to, or throws the reason why nobody. */
export type Authenticate = (credential: string) => Promise<Principal>

/** Where credentials are looked up, and what they are checked with. */
export interface AuthenticateDeps {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly pepper: Buffer
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
}

const BATCH_MAX = 256
const QUEUE_MAX = 10_000
// A value with three dot-separated segments is a JWT (spec "Authentication" 2).
const THREE_SEGMENTS = /^[^.]+\.[^.]+\.[^.]*$/

/** Credentials that come together are looked up with one statement; what was found then decides on each alone. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const lookups = createLookups(deps)
  return async credential => {
    // Before anything looks at it: what is so long is neither a key nor a token of ours.
    if (!fitsBytes(credential, fieldLimits.credentialBytesMax)) throw tooLong()
    return THREE_SEGMENTS.test(credential)
      ? await authenticateToken(credential, deps, lookups)
      : await authenticateKey(credential, deps, lookups)
  }
}

type Lookups = Batcher<PrincipalLookup, PrincipalRow | undefined>

function createLookups({ db, metrics, log }: AuthenticateDeps): Lookups {
  return createBatcher({
    run: lookups => findPrincipals(db, lookups),
    sizes: metrics
      .histogram('mtg_auth_batch_lookups', 'Credentials looked up with one statement.', [], batchBuckets)
      .bind({}),
    onSplit: observeSplits(metrics, log, 'find-principals'),
    itemsMax: BATCH_MAX,
    lanes: 2,
    queueMax: QUEUE_MAX,
  })
}

const tooLong = () =>
  appError('api_key_invalid', { detail: { reason: `longer than ${fieldLimits.credentialBytesMax} bytes` } })

async function authenticateKey(
  credential: string,
  { pepper, clock }: AuthenticateDeps,
  lookups: Lookups,
): Promise<Principal> {
  if (parseApiKey(credential) === undefined) throw appError('api_key_invalid', { detail: { reason: 'format' } })
  const row = await lookups.add({ digest: digestApiKey(pepper, credential) })
  if (row === undefined) throw appError('api_key_invalid', { detail: { reason: 'unknown key' } })
  const buyerId = buyerOfLive(row, clock)
  const { keyId, scope, expiresAtMs, ancestorIds, publisherUsername, wantsDigests } = row
  return { buyerId, keyId, scope, kind: 'api-key', expiresAtMs, ancestorIds, publisherUsername, wantsDigests }
}

async function authenticateToken(
  token: string,
  { accessTokens, clock }: AuthenticateDeps,
  lookups: Lookups,
): Promise<Principal> {
  const claims = await accessTokens.verify(token)
  const { buyerId, keyId, grantId } = claims
  const row = await lookups.add({ keyId, buyerId, grantId })
  if (row?.buyerSuspended === undefined) throw appError('buyer_not_found', { detail: { buyerId } })
  buyerOfLive(row, clock)
  if (row.grantEnded) throw appError('api_key_revoked', { detail: { reason: 'grant ended', grantId } })
  return {
    buyerId,
    keyId,
    scope: narrowScope(claims.scope, row.scope),
    kind: 'access-token',
    expiresAtMs: Math.min(claims.expiresAtMs, row.expiresAtMs ?? claims.expiresAtMs),
    ancestorIds: row.ancestorIds,
    publisherUsername: row.publisherUsername,
    wantsDigests: row.wantsDigests,
  }
}

/** The buyer of a key that has not ended; throws why it has. */
function buyerOfLive(row: PrincipalRow, clock: Clock): BuyerId {
  const { keyId, buyerId, expiresAtMs } = row
  if (hasExpired(expiresAtMs, clock.nowMs())) throw keyExpired(keyId, expiresAtMs)
  if (row.revoked) throw appError('api_key_revoked', { detail: { keyId } })
  if (buyerId === undefined || row.buyerSuspended === undefined) {
    throw appError('buyer_not_found', { detail: { keyId, buyerId } })
  }
  if (row.buyerSuspended) throw appError('buyer_suspended', { detail: { buyerId } })
  return buyerId
}
