import { type auth } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { batchBuckets, type Logger, type Metrics, observeSplits } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { fieldLimits, fitsBytes } from '@mtg/rpc'
import { type Batcher, createBatcher } from '@mtg/runtime'
import type { AccessTokens } from '../domain/access-token.ts'
import { digestApiKey, parseApiKey } from '../domain/api-key.ts'
import { narrowScope } from '../domain/scope.ts'
import { findPrincipals, type PrincipalLookup, type PrincipalRow } from '../store/principals.ts'

/** Says who a credential belongs to, or throws the reason why nobody. */
export type Authenticate = (credential: string) => Promise<auth.Principal>

/** What authentication stands on. */
export interface AuthenticateDeps {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly pepper: Buffer
  readonly metrics: Metrics
  readonly log: Logger
}

const BATCH_MAX = 256
const QUEUE_MAX = 10_000
// A value with three dot-separated segments is a JWT (spec "Authentication" 2).
const THREE_SEGMENTS = /^[^.]+\.[^.]+\.[^.]*$/

/** Makes the check: credential to row in one statement per batch, then the row's own state. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const sizes = deps.metrics
    .histogram('mtg_auth_batch_lookups', 'Credentials looked up with one statement.', [], batchBuckets)
    .bind({})
  const lookups = createBatcher<PrincipalLookup, PrincipalRow | undefined>({
    run: items => findPrincipals(deps.db, items),
    sizes,
    onSplit: observeSplits(deps.metrics, deps.log, 'find-principals'),
    itemsMax: BATCH_MAX,
    lanes: 2,
    queueMax: QUEUE_MAX,
  })
  return async credential => {
    // Before anything looks at it: what is so long is neither a key nor a token of ours.
    if (!fitsBytes(credential, fieldLimits.credentialBytesMax)) throw tooLong()
    return THREE_SEGMENTS.test(credential)
      ? await authenticateToken(credential, deps.accessTokens, lookups)
      : await authenticateKey(credential, deps.pepper, lookups)
  }
}

const tooLong = () =>
  appError('api_key_invalid', { detail: { reason: `longer than ${fieldLimits.credentialBytesMax} bytes` } })

type Lookups = Batcher<PrincipalLookup, PrincipalRow | undefined>

async function authenticateKey(credential: string, pepper: Buffer, lookups: Lookups): Promise<auth.Principal> {
  if (parseApiKey(credential) === undefined) throw appError('api_key_invalid', { detail: { reason: 'format' } })
  const row = await lookups.add({ digest: digestApiKey(pepper, credential) })
  if (row === undefined) throw appError('api_key_invalid', { detail: { reason: 'unknown key' } })
  refuseDead(row)
  return { buyerId: row.buyerId, keyId: row.keyId, scope: row.scope, kind: 'CREDENTIAL_KIND_API_KEY', expiresAtMs: '0' }
}

async function authenticateToken(token: string, accessTokens: AccessTokens, lookups: Lookups): Promise<auth.Principal> {
  const claims = await accessTokens.verify(token)
  const row = await lookups.add({ keyId: claims.keyId, buyerId: claims.buyerId, grantId: claims.grantId })
  if (row?.buyerSuspended === undefined) throw appError('buyer_not_found', { detail: { buyerId: claims.buyerId } })
  refuseDead(row)
  if (row.grantEnded) throw appError('api_key_revoked', { detail: { reason: 'grant ended', grantId: claims.grantId } })
  return {
    buyerId: claims.buyerId,
    keyId: claims.keyId,
    scope: narrowScope(claims.scope, row.scope),
    kind: 'CREDENTIAL_KIND_ACCESS_TOKEN',
    expiresAtMs: String(claims.expiresAtMs),
  }
}

function refuseDead(row: PrincipalRow): void {
  if (row.revoked) throw appError('api_key_revoked', { detail: { keyId: row.keyId } })
  if (row.buyerSuspended === undefined) throw appError('buyer_not_found', { detail: { buyerId: row.buyerId } })
  if (row.buyerSuspended) throw appError('buyer_suspended', { detail: { buyerId: row.buyerId } })
}
