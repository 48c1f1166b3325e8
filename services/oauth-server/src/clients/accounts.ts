import { services } from '@mtg/contracts'
import { AppError, type ErrorCode } from '@mtg/errors'
import { asBuyerId, asKeyId, type BuyerId, expectUuid, type GrantId, type KeyId } from '@mtg/primitives'
import { createClient, createHealthClient, toTimestamp } from '@mtg/rpc'
import { oauthError } from '../domain/oauth-error.ts'

/** An OAuth client: an API key of a buyer. */
export interface Client {
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  /** What the key allows; empty: everything. */
  readonly scope: string
  /** Of the buyer. */
  readonly email: string
  /** Whether somebody has shown that they read mail there. */
  readonly isEmailVerified: boolean
}

/** How a login ended. */
export type Login =
  | { readonly outcome: 'verified'; readonly buyerId: BuyerId }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'suspended' }

/** A grant whose access tokens must no longer work. */
interface EndedGrant {
  readonly grantId: GrantId
  readonly keyId: KeyId
  readonly tokensExpireAt: Date
}

/** API keys and passwords, which auth knows. */
export interface Accounts {
  /** The client of a full API key; `invalid_client` (401) when the key is not known, expired, revoked or of a suspended buyer. */
  verifyKey(apiKey: string): Promise<Client>
  /** `requester` stands for who asks: auth shares its work on passwords fairly among requesters. */
  verifyPassword(email: string, password: string, requester: string): Promise<Login>
  /** Ends the access tokens of these grants. */
  endGrants(grants: readonly EndedGrant[]): Promise<void>
  /** Rejects while auth cannot answer. */
  check(): Promise<void>
  close(): void
}

/** How to reach auth. */
export interface AccountsOptions {
  readonly address: string
  readonly token: string
  readonly timeoutMs: number
}

const DEAD_KEY_CODES = new Set<ErrorCode>([
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'buyer_suspended',
  'buyer_not_found',
])
const CHECK_TIMEOUT_MS = 400

/** Opens the connection to auth. */
export function openAccounts({ address, token, timeoutMs }: AccountsOptions): Accounts {
  const client = createClient(services.auth.AccountService, { address, token })
  const health = createHealthClient({ address, token })
  return {
    async verifyKey(apiKey) {
      const { keyId, buyerId, scope, email, emailVerified } = await client
        .VerifyApiKey({ apiKey }, { timeoutMs })
        .catch((thrown: unknown) => {
          throw toClientError(thrown)
        })
      const ids = { keyId: asKeyId(expectUuid(keyId)), buyerId: asBuyerId(expectUuid(buyerId)) }
      return { ...ids, scope, email, isEmailVerified: emailVerified }
    },
    async verifyPassword(email, password, requester) {
      try {
        const { verified, buyerId } = await client.VerifyPassword({ email, password, requester }, { timeoutMs })
        if (!verified || buyerId === '') return { outcome: 'wrong' }
        return { outcome: 'verified', buyerId: asBuyerId(expectUuid(buyerId)) }
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'buyer_suspended') return { outcome: 'suspended' }
        throw oauthError('temporarily_unavailable', { cause: thrown })
      }
    },
    async endGrants(grants) {
      const request = { grants: grants.map(grant => ({ ...grant, tokensExpireAt: toTimestamp(grant.tokensExpireAt) })) }
      await client.EndGrants(request, { timeoutMs })
    },
    async check() {
      if (!(await health.isServing('', CHECK_TIMEOUT_MS))) throw new Error('auth is not serving')
    },
    close() {
      client.close()
      health.close()
    },
  }
}

function toClientError(thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown
  // Which of these it was is for the log alone: the answer must not tell a thief that the key was good once.
  if (DEAD_KEY_CODES.has(thrown.code)) {
    return oauthError('invalid_client', {
      status: 401,
      description: 'client_id is not a valid API key.',
      detail: { reason: thrown.code },
    })
  }
  return oauthError('server_error', { cause: thrown })
}
