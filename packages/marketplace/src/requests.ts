import { type auth, type billing } from '@mtg/contracts'
import { uuidv7 } from '@mtg/primitives'
import { fromBigint, toTimestamp } from '@mtg/rpc'
import { limitsDigest, toBillingLimits } from './key-limits.ts'
import type { Marketplace } from './parse.ts'
import type { MarketplaceApp, MarketplaceBuyer, MarketplaceKey, MarketplacePublisher } from './schema.ts'

const purchaseStatuses = {
  active: 'PURCHASE_STATUS_ACTIVE',
  inactive: 'PURCHASE_STATUS_INACTIVE',
  expired: 'PURCHASE_STATUS_EXPIRED',
  cancelled: 'PURCHASE_STATUS_CANCELLED',
} as const

const tiers = { free: 'TIER_FREE', paid: 'TIER_PAID' } as const

/** What auth is to know of a marketplace. New buyers and keys get the ids of this request: others of the next one. */
export function accountsRequest({ buyers, publishers }: Marketplace): auth.ApplyAccountsRequest {
  return {
    buyers: buyers.map(toBuyerEntry),
    publisherLogins: publishers.flatMap(({ username, email, password }) =>
      email === undefined ? [] : [{ username, email, password: password ?? '' }],
    ),
  }
}

function toBuyerEntry({ email, password, status, keys }: MarketplaceBuyer): auth.BuyerEntry {
  return {
    email,
    password: password ?? '',
    suspended: status === 'suspended',
    keys: keys.map(toKeyEntry),
    buyerId: uuidv7(Date.now()),
  }
}

function toKeyEntry({ name, key, scope, revoked, parent, limits }: MarketplaceKey): auth.ApiKeyEntry {
  return {
    name,
    key: key ?? '',
    scope,
    revoked,
    parent: parent ?? '',
    expiresAt: limits.expiresAt === undefined ? null : toTimestamp(limits.expiresAt),
    keyId: uuidv7(Date.now()),
    limitsDigest: limitsDigest(limits, parent),
  }
}

/**
 * What billing is to know of keys of which the file says something new, once auth has said which ids they have, or will have.
 * Parents come before their children.
 */
export function keyLimitsOf(
  { buyers }: Marketplace,
  applied: readonly auth.AppliedBuyer__Output[],
): billing.SetKeyLimitsRequest[] {
  const appliedByEmail = new Map(applied.map(buyer => [buyer.email, buyer]))
  const requests = buyers.flatMap(({ email, keys }) => {
    const { buyerId = '', keys: known = [] } = appliedByEmail.get(email) ?? {}
    const knownByName = new Map(known.map(key => [key.name, key]))
    return keys.flatMap(({ name, limits }) => {
      const key = knownByName.get(name)
      if (key === undefined || !key.limitsChanged) return []
      const { keyId, ancestorIds } = key
      const parentKeyId = ancestorIds.at(-1) ?? ''
      const request = { buyerId, keyId, name, parentKeyId, limits: toBillingLimits(limits) }
      return [{ request, depth: ancestorIds.length }]
    })
  })
  return requests.sort((one, other) => one.depth - other.depth).map(({ request }) => request)
}

/** What billing is to know of a marketplace, with the ids that auth gave the buyers; deleted ones are left out. */
export function catalogRequest(
  { publishers, buyers }: Marketplace,
  applied: readonly auth.AppliedBuyer__Output[],
): billing.ApplyCatalogRequest {
  const ids = new Map(applied.map(({ email, buyerId }) => [email, buyerId]))
  const deleted = new Set(applied.filter(buyer => buyer.deleted).map(buyer => buyer.email))
  return {
    publishers: publishers.map(toPublisherEntry),
    buyers: buyers
      .filter(({ email }) => !deleted.has(email))
      .map(buyer => toAccountEntry(buyer, ids.get(buyer.email) ?? '')),
  }
}

function toPublisherEntry({ username, status, payout, apiKey, apps }: MarketplacePublisher): billing.PublisherEntry {
  return {
    username,
    suspended: status === 'suspended',
    payoutConnected: payout === 'connected',
    apiKey: apiKey ?? '',
    apps: apps.map(toAppEntry),
  }
}

function toAppEntry(app: MarketplaceApp): billing.AppEntry {
  const {
    name,
    description,
    published,
    adapter,
    upstream,
    timeoutMs,
    chargeToolErrors,
    chargeAbandoned,
    chargeTasks,
    promises,
  } = app
  const { free, paid } = app.tiers
  return {
    name,
    description,
    unpublished: !published,
    adapter,
    upstream,
    timeoutMs,
    chargeToolErrors,
    chargeAbandoned,
    chargeTasksOnAcceptance: chargeTasks === 'acceptance',
    promiseOutputSchema: promises.outputSchema,
    promiseFirstByteMs: promises.firstByteMs ?? 0,
    tiers: [
      ...(free === undefined ? [] : [{ tier: tiers.free, priceMicros: '0', ...free }]),
      ...(paid === undefined ? [] : [toPaidTier(paid)]),
    ],
    tools: Object.entries(app.tools).map(([tool, { price }]) => ({ name: tool, priceMicros: fromBigint(price) })),
  }
}

function toPaidTier({ price, ...limits }: NonNullable<MarketplaceApp['tiers']['paid']>): billing.TierEntry {
  return { tier: tiers.paid, priceMicros: fromBigint(price), ...limits }
}

function toAccountEntry({ email, wallet, purchases }: MarketplaceBuyer, buyerId: string): billing.BuyerAccountEntry {
  return {
    buyerId,
    email,
    openingBalanceMicros: fromBigint(wallet),
    purchases: purchases.map(({ app, tier, status, startedAt, renews, used }) => ({
      app,
      tier: tiers[tier],
      status: purchaseStatuses[status],
      startedAt: startedAt === undefined ? null : toTimestamp(startedAt),
      renews,
      used,
    })),
  }
}
