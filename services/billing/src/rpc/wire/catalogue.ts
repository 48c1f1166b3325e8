import type { billing } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import type { AppEntry, BuyerEntry, Catalogue, PublisherEntry, PurchaseEntry } from '../../domain/catalogue.ts'
import { statusOf } from './purchase.ts'
import { tierOf } from './tier.ts'
import { validateCatalogueMessage } from './validate-catalogue.ts'

/** The catalogue that a message carries, or `invalid_argument` for the first entry that can never be right. */
export function catalogueOf(request: billing.ApplyCatalogRequest__Output): Catalogue {
  validateCatalogueMessage(request)
  return { publishers: request.publishers.map(publisherOf), buyers: request.buyers.map(buyerOf) }
}

function publisherOf(entry: billing.PublisherEntry__Output): PublisherEntry {
  const { username, suspended, payoutConnected, apiKey, apps } = entry
  return { username, suspended, payoutConnected, apiKey, apps: apps.map(appOf) }
}

/** An app of a message that was validated. */
export function appOf(entry: billing.AppEntry__Output): AppEntry {
  return {
    name: entry.name,
    description: entry.description,
    published: !entry.unpublished,
    adapter: entry.adapter === 'llm' ? 'llm' : 'mcp',
    upstreamUrl: entry.upstream,
    timeoutMs: entry.timeoutMs,
    chargeToolErrors: entry.chargeToolErrors,
    chargeAbandoned: entry.chargeAbandoned,
    chargeTasksOnAcceptance: entry.chargeTasksOnAcceptance,
    promiseOutputSchema: entry.promiseOutputSchema,
    promiseFirstByteMs: entry.promiseFirstByteMs === 0 ? null : entry.promiseFirstByteMs,
    tiers: entry.tiers.map(tier => ({
      tier: tierOf(tier.tier),
      priceMicros: BigInt(tier.priceMicros),
      perMinute: BigInt(tier.perMinute),
      perDay: BigInt(tier.perDay),
      monthly: BigInt(tier.monthly),
    })),
    tools: entry.tools.map(tool => ({ name: tool.name, priceMicros: BigInt(tool.priceMicros) })),
    asSent: asFirstReleased(entry),
  }
}

/** Fields that came later are left out while they say nothing, so that a file that was applied by an earlier release is still the same. */
function asFirstReleased(app: billing.AppEntry__Output): unknown {
  const { description, unpublished, promiseOutputSchema, promiseFirstByteMs, ...entry } = app
  return {
    ...entry,
    ...(description !== '' && { description }),
    ...(unpublished && { unpublished }),
    ...(promiseOutputSchema && { promiseOutputSchema }),
    ...(promiseFirstByteMs !== 0 && { promiseFirstByteMs }),
  }
}

function buyerOf(entry: billing.BuyerAccountEntry__Output): BuyerEntry {
  return {
    buyerId: entry.buyerId === '' ? undefined : entry.buyerId,
    email: entry.email,
    openingBalanceMicros: BigInt(entry.openingBalanceMicros),
    purchases: entry.purchases.map(purchaseOf),
  }
}

function purchaseOf(entry: billing.PurchaseEntry__Output): PurchaseEntry {
  return {
    app: entry.app,
    tier: tierOf(entry.tier),
    status: statusOf(entry.status, 'is missing'),
    renews: entry.renews,
    used: BigInt(entry.used),
    startedAt: fromTimestamp(entry.startedAt),
    asSent: entry,
  }
}
