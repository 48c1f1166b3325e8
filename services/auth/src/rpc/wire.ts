import type { auth } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { Principal } from '../domain/principal.ts'
import type { ApiKey } from '../store/rows.ts'
import type { AppliedAccounts } from '../use-cases/accounts/apply-accounts.ts'
import type { AppliedBuyer } from '../use-cases/accounts/apply-buyer.ts'
import type { CallerNews } from '../use-cases/list-caller-changes.ts'

/** A principal for the wire. */
export function toWirePrincipal({ kind, expiresAtMs, ancestorIds, ...principal }: Principal): auth.Principal {
  return {
    ...principal,
    kind: kind === 'api-key' ? 'CREDENTIAL_KIND_API_KEY' : 'CREDENTIAL_KIND_ACCESS_TOKEN',
    expiresAtMs: String(expiresAtMs ?? 0),
    ancestorIds: [...ancestorIds],
  }
}

/** What changed of callers, for the wire. */
export function toWireCallerNews({ next, changes, everything }: CallerNews): auth.ListCallerChangesResponse {
  const toWire = ({ kind, id }: CallerNews['changes'][number]) => (kind === 'key' ? { keyId: id } : { buyerId: id })
  return { next: next.toString(), changes: changes.map(toWire), everything }
}

/** A key for the wire, without what would let anybody use it. */
export function toWireKey(key: ApiKey): auth.ApiKey {
  const { id, name, prefix, lastFour, scope, createdAt, revokedAt, ancestorIds, expiresAt, wantsDigests } = key
  return {
    keyId: id,
    name,
    prefix,
    lastFour,
    scope,
    createdAt: toTimestamp(createdAt),
    revokedAt: revokedAt === null ? null : toTimestamp(revokedAt),
    ancestorIds: [...ancestorIds],
    expiresAt: expiresAt === null ? null : toTimestamp(expiresAt),
    wantsDigests,
  }
}

/** What became of a marketplace file, for the wire. */
export function toWireAccounts({ buyers, changedCount, keptBack }: AppliedAccounts): auth.ApplyAccountsResponse {
  return { buyers: buyers.map(toWireBuyer), changedCount, keptBack: [...keptBack] }
}

function toWireBuyer({ email, buyerId, generatedKeys, keys }: AppliedBuyer): auth.AppliedBuyer {
  return {
    email,
    buyerId: buyerId ?? '',
    generatedKeys: [...generatedKeys],
    deleted: buyerId === undefined,
    keys: keys.map(({ name, id, ancestorIds, areLimitsChanged }) => ({
      name,
      keyId: id,
      ancestorIds: [...ancestorIds],
      limitsChanged: areLimitsChanged,
    })),
  }
}
