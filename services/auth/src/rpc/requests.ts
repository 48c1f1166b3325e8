import type { auth } from '@mtg/contracts'
import { buyerIdOf, fieldLimits, fromTimestamp, grantIdOf, invalidField, keyIdOf, textOf, timeOf } from '@mtg/rpc'
import type { AccountsFile, BuyerEntry, KeyEntry } from '../domain/accounts-file.ts'
import type { EndedGrant } from '../use-cases/end-grants.ts'

const GRANTS_MAX = 500
const TRANSACTION_ID = /^\d{1,18}$/
const TOKENS_LIVE_MAX_MS = 2 * 24 * 3600 * 1000

/** The ended grants of a request. Their tokens must expire soon, so that no grant is kept for long. */
export function endedGrantsOf({ grants }: auth.EndGrantsRequest__Output, nowMs: number): EndedGrant[] {
  if (grants.length > GRANTS_MAX) throw invalidField('grants', `are more than ${GRANTS_MAX}`)
  const latest = new Date(nowMs + TOKENS_LIVE_MAX_MS)
  return grants.map(({ grantId, keyId, tokensExpireAt }) => {
    const expireAt = fromTimestamp(tokensExpireAt)
    if (expireAt === undefined || expireAt > latest) {
      throw invalidField('tokens_expire_at', 'is missing or too far away')
    }
    return { grantId: grantIdOf(grantId), keyId: keyIdOf(keyId), tokensExpireAt: expireAt }
  })
}

/** The accounts of a marketplace file. */
export function accountsFileOf({ buyers, publisherLogins }: auth.ApplyAccountsRequest__Output): AccountsFile {
  return { buyers: buyers.map(buyerEntryOf), publisherLogins }
}

function buyerEntryOf({ buyerId, ...entry }: auth.BuyerEntry__Output): BuyerEntry {
  const keys = entry.keys.map(keyEntryOf)
  return { ...entry, keys, ...(buyerId !== '' && { newId: buyerIdOf(buyerId) }) }
}

/** What is not said of a key is left out: so entries of files that know no such fields are the same as they were. */
function keyEntryOf({ parent, expiresAt, keyId, limitsDigest, ...entry }: auth.ApiKeyEntry__Output): KeyEntry {
  const expires = timeOf(expiresAt, 'expires_at')
  return {
    ...entry,
    ...(parent !== '' && { parent }),
    ...(expires !== undefined && { expiresAt: expires }),
    ...(limitsDigest !== '' && { limitsDigest: textOf(limitsDigest, 'limits_digest', fieldLimits.idBytesMax) }),
    ...(keyId !== '' && { newId: keyIdOf(keyId) }),
  }
}

/** Since when changes are wanted; undefined: from now on. */
export function sinceOf({ since }: auth.ListCallerChangesRequest__Output): bigint | undefined {
  if (since === '') return undefined
  if (!TRANSACTION_ID.test(since)) throw invalidField('since', 'is not the "next" of an earlier answer')
  return BigInt(since)
}
