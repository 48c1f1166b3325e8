import { type billing, services } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { asCallId, asKeyId, isUuid, readUuid } from '@mtg/primitives'
import { type ActDescriptions, describeActs } from '@mtg/rpc'
import type { PurchaseView } from '../domain/purchase.ts'
import { isPublisherSuspended } from '../store/catalogue.ts'
import { findSpendingKeys } from '../store/key-spending.ts'
import { findSealedCredential } from '../store/own-publishers.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { requirePublisher } from '../store/publisher-accounts.ts'
import { findPurchase, findPurchaseOfApp } from '../store/purchases.ts'
import { findReservation } from '../store/reservations.ts'
import { findTopUp } from '../store/top-ups.ts'
import { getApp } from '../use-cases/publishers/read-apps.ts'

const NAMES_SHOWN = 50

const buyerOf = ({ buyerId }: { readonly buyerId: string }) => `buyer:${buyerId}`
const publisherOf = ({ username }: { readonly username: string }) => `publisher:${username}`

/** What the audit log says of what operators do to catalogue, purchases and money. No credential of a publisher is among it. */
export function billingActs({
  db,
  prisma,
}: {
  readonly db: Database
  readonly prisma: PrismaClient
}): ActDescriptions[] {
  return [
    callActs(db),
    catalogueActs(prisma),
    purchaseActs(db),
    keyActs(db),
    topUpActs(db),
    listingActs(db),
    publisherActs(db),
    ledgerActs,
    cellActs,
  ]
}

const catalogueActs = (prisma: PrismaClient) =>
  describeActs(services.billing.CatalogAdminService, {
    ApplyCatalog: {
      road: 'file',
      isRehearsal: ({ validateOnly }) => validateOnly,
      target: () => 'catalogue',
      asked: ({ publishers, buyers }) => ({
        publishers: publishers.slice(0, NAMES_SHOWN).map(({ username, apps }) => ({ username, apps: apps.length })),
        buyers: buyers.length,
      }),
      after: ({ changedCount = 0, keptBack = [] }) => ({
        changed: changedCount,
        keptBack: keptBack?.slice(0, NAMES_SHOWN) ?? [],
      }),
    },
    SetPublisherStatus: {
      target: publisherOf,
      asked: ({ suspended }) => ({ suspended }),
      before: async ({ username }) => {
        const suspended = await isPublisherSuspended(prisma, username)
        return suspended === undefined ? undefined : { suspended }
      },
      after: ({ publisherId, suspended }) => ({ publisherId, suspended }),
    },
  })

function purchaseActs(db: Database): ActDescriptions {
  const stateOf = (found: PurchaseView | undefined) =>
    found && { app: found.app, tier: found.tier, status: found.status, windowEndsAt: found.windowEndsAt }
  const change = {
    target: ({ buyerId, purchaseId }: PurchaseRequest) => `purchase:${buyerId}/${purchaseId}`,
    before: async ({ buyerId, purchaseId }: PurchaseRequest) => {
      if (!isUuid(buyerId) || !isUuid(purchaseId)) return undefined
      return stateOf(await findPurchase(db, { buyerId, purchaseId }))
    },
    after: ({ purchase }: { readonly purchase?: billing.Purchase | null }) => ({ status: purchase?.status ?? '' }),
  }
  return describeActs(services.billing.PurchaseService, {
    ObtainPurchase: {
      target: buyerOf,
      asked: ({ app, tier }) => ({ app, tier }),
      before: async ({ buyerId, app }) => {
        const found = isUuid(buyerId) ? await findPurchaseOfApp(db, buyerId, app) : undefined
        return found && { purchaseId: found.id, ...stateOf(found) }
      },
      after: ({ purchase }) => ({ purchaseId: purchase?.purchaseId ?? '', status: purchase?.status ?? '' }),
    },
    CancelPurchase: change,
    DeactivatePurchase: change,
    ActivatePurchase: change,
    ExpirePurchase: change,
    RenewPurchase: change,
  })
}

interface PurchaseRequest {
  readonly buyerId: string
  readonly purchaseId: string
}

const keyActs = (db: Database) =>
  describeActs(services.billing.KeyLimitsService, {
    SetKeyLimits: {
      target: ({ keyId }) => `key:${keyId}`,
      asked: ({ buyerId, name, limits }) => ({ buyerId, name, limits }),
      before: async ({ keyId }) => {
        const id = readUuid(keyId)
        const [key] = id === undefined ? [] : await findSpendingKeys(db, [asKeyId(id)])
        return key && { limits: key.limits }
      },
    },
    ApplyKeyLimits: {
      road: 'file',
      target: () => 'key-limits',
      asked: ({ keys }) => ({ keys: keys.slice(0, NAMES_SHOWN).map(({ keyId, name }) => ({ keyId, name })) }),
    },
  })

const callActs = (db: Database) =>
  describeActs(services.billing.ReservationService, {
    RefundCall: {
      target: ({ callId }) => `call:${callId}`,
      asked: ({ reason }) => ({ reason }),
      before: async ({ callId }) => {
        const id = readUuid(callId)
        const found = id && (await findReservation(db, asCallId(id)))
        return found && { app: found.app, state: found.state, priceMicros: found.priceMicros, outcome: found.outcome }
      },
      after: ({ refundedMicros }) => ({ refundedMicros }),
    },
  })

const topUpActs = (db: Database) =>
  describeActs(services.billing.TopUpService, {
    CreateTopUp: {
      target: buyerOf,
      asked: ({ amountMicros }) => ({ amountMicros }),
      after: ({ topUp }) => ({ topUpId: topUp?.topUpId ?? '' }),
    },
    RefundTopUp: {
      target: ({ topUpId }) => `top-up:${topUpId}`,
      asked: ({ amountMicros, requestId }) => ({ amountMicros, requestId }),
      before: async ({ topUpId }) => {
        const found = isUuid(topUpId) ? await findTopUp(db, topUpId) : undefined
        return found && { state: found.state, paidMicros: found.amountMicros, reversedMicros: found.reversedMicros }
      },
      after: ({ refundId, amountMicros, returned }) => ({ refundId, amountMicros, returned }),
    },
  })

const appOf = ({ username, name }: { readonly username: string; readonly name: string }) => `app:${username}/${name}`

const listingActs = (db: Database) =>
  describeActs(services.billing.PublisherCatalogService, {
    RegisterPublisher: { target: publisherOf, asked: ({ accountId }) => ({ accountId }) },
    SetPublisherCredential: {
      target: publisherOf,
      before: async ({ username }) => {
        const known = await findSealedCredential(db, username)
        return known && { isSet: known.sealed !== null }
      },
    },
    PutPublisherApp: {
      target: ({ username, entry }) => appOf({ username, name: entry?.name ?? '' }),
      asked: ({ entry }) => ({
        adapter: entry?.adapter ?? '',
        upstream: entry?.upstream ?? '',
        tiers: entry?.tiers ?? [],
      }),
      before: ({ username, entry }) => appBefore(db, username, entry?.name ?? ''),
      after: ({ created }) => ({ created: created === true }),
    },
    DeletePublisherApp: { target: appOf, before: ({ username, name }) => appBefore(db, username, name) },
    SaveAppListing: {
      target: appOf,
      asked: ({ listing }) => listedOf(listing?.title ?? '', listing?.tools ?? []),
      before: async ({ username, name }) => {
        const { title, tools, probedAt } = await getApp(db, username, name)
        return { ...listedOf(title, tools), probedAt }
      },
    },
  })

/** What an app's server said of itself; descriptions and schemas are the publisher's, and long. */
function listedOf(title: string, tools: readonly { readonly name: string }[]): object {
  return { title, toolCount: tools.length, tools: tools.slice(0, NAMES_SHOWN).map(({ name }) => name) }
}

/** Where an app is called, and what it costs. */
async function appBefore(db: Database, username: string, name: string): Promise<object> {
  const { version, entry } = await getApp(db, username, name)
  const { adapter, upstreamUrl, published, tiers, tools } = entry
  return { version, adapter, upstream: upstreamUrl, published, tiers, tools }
}

async function payoutBefore(db: Database, username: string): Promise<object> {
  return { account: (await requirePublisher(db, username)).payoutAccount }
}

const publisherActs = (db: Database) =>
  describeActs(services.billing.PublisherAccountService, {
    ConnectPayoutAccount: {
      target: publisherOf,
      asked: ({ account }) => ({ account }),
      before: ({ username }) => payoutBefore(db, username),
    },
    DisconnectPayoutAccount: { target: publisherOf, before: ({ username }) => payoutBefore(db, username) },
    CreatePayout: {
      target: publisherOf,
      asked: ({ amountMicros, requestId }) => ({ amountMicros, requestId }),
      after: ({ payout }) => ({ payoutId: payout?.payoutId ?? '', amountMicros: payout?.amountMicros ?? '' }),
    },
  })

const ledgerActs = describeActs(services.billing.LedgerService, {
  Reconcile: {
    isRehearsal: ({ dryRun }) => dryRun,
    target: () => 'usage',
    asked: ({ lookbackSeconds }) => ({ lookbackSeconds }),
    after: ({ republishedCount, retractedCount }) => ({ republished: republishedCount, retracted: retractedCount }),
  },
  SealPeriods: { target: () => 'ledger', after: ({ months = [] }) => ({ months }) },
  ExportPeriods: { target: () => 'ledger', after: ({ months = [], location }) => ({ months, location }) },
})

const cellActs = describeActs(services.billing.CellService, {
  MoveBuyer: {
    target: buyerOf,
    asked: ({ cell }) => ({ cell }),
    after: ({ fromCell, mapVersion }) => ({ fromCell, mapVersion }),
  },
})
