import type { auth } from '@mtg/contracts'
import { fromTimestamp, invalidField, uuidOf } from '@mtg/rpc'
import type { EndedGrant } from '../use-cases/end-grants.ts'

const GRANTS_MAX = 500
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
    return { grantId: uuidOf(grantId, 'grant_id'), keyId: uuidOf(keyId, 'key_id'), tokensExpireAt: expireAt }
  })
}
