import type { auth } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { Principal } from '../domain/principal.ts'
import type { ApiKey } from '../store/prisma.ts'
import type { AppliedAccounts } from '../use-cases/accounts/apply-accounts.ts'
import type { AppliedBuyer } from '../use-cases/accounts/apply-buyer.ts'

/** A principal for the wire. */
export function toWirePrincipal({ buyerId, keyId, scope, kind, expiresAtMs }: Principal): auth.Principal {
  return {
    buyerId,
    keyId,
    scope,
    kind: kind === 'api-key' ? 'CREDENTIAL_KIND_API_KEY' : 'CREDENTIAL_KIND_ACCESS_TOKEN',
    expiresAtMs: String(expiresAtMs ?? 0),
  }
}

/** A key for the wire, without what would let anybody use it. */
export function toWireKey({ id, name, prefix, lastFour, scope, createdAt, revokedAt }: ApiKey): auth.ApiKey {
  return {
    keyId: id,
    name,
    prefix,
    lastFour,
    scope,
    createdAt: toTimestamp(createdAt),
    revokedAt: revokedAt === null ? null : toTimestamp(revokedAt),
  }
}

/** What became of a marketplace file, for the wire. */
export function toWireAccounts({ buyers, changedCount, keptBack }: AppliedAccounts): auth.ApplyAccountsResponse {
  return { buyers: buyers.map(toWireBuyer), changedCount, keptBack: [...keptBack] }
}

function toWireBuyer({ email, buyerId, generatedKeys }: AppliedBuyer): auth.AppliedBuyer {
  return { email, buyerId: buyerId ?? '', generatedKeys: [...generatedKeys], deleted: buyerId === undefined }
}
