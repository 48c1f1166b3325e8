import { type billing, services } from '@mtg/contracts'
import { createClient, fromTimestamp, toBigint } from '@mtg/rpc'
import type { Page, PageRequest } from '../domain/page.ts'
import type { AppWish, OwnApp, Probed, Publisher, Rehearsal } from '../domain/publisher.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** What a publisher does with its own apps; whose publisher it is, is auth's to say. */
export interface OwnApps {
  register(registration: { accountId: string; username: string; ownedUsername: string }): Promise<Publisher>
  publisher(username: string): Promise<Publisher>
  setCredential(username: string, apiKey: string): Promise<void>
  /** By name, without what their servers say. */
  list(username: string, page: PageRequest): Promise<Page<OwnApp>>
  find(username: string, name: string): Promise<OwnApp>
  put(username: string, change: AppChange): Promise<{ readonly app: OwnApp; readonly isNew: boolean }>
  /** Until when the last of its buyers may call it. */
  remove(username: string, name: string, expectedVersion: bigint): Promise<Date | undefined>
  saveListing(username: string, name: string, listing: Probed): Promise<OwnApp>
  rehearse(username: string, name: string, prices: PricesToTry): Promise<Rehearsal>
  close(): void
}

interface AppChange {
  readonly wish: AppWish
  /** What its server said just now. */
  readonly listing: Probed | undefined
  /** 0: whatever it is; -1: it must not exist. */
  readonly expectedVersion: bigint
}

interface PricesToTry {
  readonly tierMicros: bigint
  readonly tools: ReadonlyMap<string, bigint>
}

/** Opens the connection to billing's publishers. */
export function openOwnApps({ address, token, timeoutMs }: ServiceOptions): OwnApps {
  const client = createClient(services.billing.PublisherCatalogService, { address, token })
  const limits = { timeoutMs }
  return {
    async register(registration) {
      return toPublisher((await client.RegisterPublisher(registration, limits)).publisher)
    },
    async publisher(username) {
      return toPublisher((await client.GetPublisher({ username }, limits)).publisher)
    },
    async setCredential(username, apiKey) {
      await client.SetPublisherCredential({ username, apiKey }, limits)
    },
    async list(username, page) {
      const { apps, nextPageToken } = await client.ListPublisherApps({ username, ...page }, limits)
      return { items: apps.map(toOwnApp), nextPageToken: nextPageToken || null }
    },
    async find(username, name) {
      return toOwnApp((await client.GetPublisherApp({ username, name }, limits)).app)
    },
    async put(username, { wish, listing, expectedVersion }) {
      const request = {
        username,
        entry: toEntry(wish),
        title: wish.title,
        listing: listing === undefined ? null : toListing(listing),
        expectedVersion: String(expectedVersion),
      }
      const { app, created } = await client.PutPublisherApp(request, limits)
      return { app: toOwnApp(app), isNew: created }
    },
    async remove(username, name, expectedVersion) {
      const request = { username, name, expectedVersion: String(expectedVersion) }
      return fromTimestamp((await client.DeletePublisherApp(request, limits)).callableUntil)
    },
    async saveListing(username, name, listing) {
      return toOwnApp((await client.SaveAppListing({ username, name, listing: toListing(listing) }, limits)).app)
    },
    async rehearse(username, name, { tierMicros, tools }) {
      const request = { username, name, priceMicros: String(tierMicros), tools: toToolPrices(tools) }
      return toRehearsal(await client.RehearsePrices(request, limits))
    },
    close: () => client.close(),
  }
}

function toPublisher(sent: billing.PublisherProfile__Output | null): Publisher {
  const { username, suspended, payoutConnected, payoutAccount, hasCredential, createdAt } = presentIn(sent)
  return {
    username,
    isSuspended: suspended,
    isPayoutConnected: payoutConnected,
    payoutAccount: payoutAccount || undefined,
    hasCredential,
    createdAt: timeIn(createdAt),
  }
}

const toListing = ({ title, description, tools }: Probed) => ({ title, description, tools: [...tools] })

const toToolPrices = (tools: ReadonlyMap<string, bigint>) =>
  [...tools].map(([name, priceMicros]) => ({ name, priceMicros: String(priceMicros) }))

function toEntry(wish: AppWish): billing.AppEntry {
  const { name, adapter, upstream, timeoutMs, description, chargeToolErrors, chargeAbandoned, free, paid } = wish
  return {
    name,
    adapter,
    upstream,
    timeoutMs,
    description,
    chargeToolErrors,
    chargeAbandoned,
    unpublished: !wish.isPublished,
    chargeTasksOnAcceptance: wish.chargeTasks === 'acceptance',
    promiseOutputSchema: wish.promises.outputSchema,
    promiseFirstByteMs: wish.promises.firstByteMs ?? 0,
    tiers: [
      ...(free === undefined ? [] : [{ tier: 'TIER_FREE' as const, priceMicros: '0', ...free }]),
      ...(paid === undefined ? [] : [{ tier: 'TIER_PAID' as const, ...paid, priceMicros: String(paid.priceMicros) }]),
    ],
    tools: toToolPrices(wish.tools),
  }
}

function toOwnApp(sent: billing.PublisherApp__Output | null): OwnApp {
  const app = presentIn(sent)
  const entry = presentIn(app.entry)
  const { name, upstream, timeoutMs, description, chargeToolErrors, chargeAbandoned } = entry
  const paid = entry.tiers.find(({ tier }) => tier === 'TIER_PAID')
  return {
    name,
    adapter: entry.adapter === 'llm' ? 'llm' : 'mcp',
    upstream,
    timeoutMs,
    title: app.title,
    description,
    isPublished: !entry.unpublished,
    chargeToolErrors,
    chargeAbandoned,
    chargeTasks: entry.chargeTasksOnAcceptance ? 'acceptance' : 'completion',
    promises: { outputSchema: entry.promiseOutputSchema, firstByteMs: entry.promiseFirstByteMs || undefined },
    free: toTerms(entry.tiers.find(({ tier }) => tier === 'TIER_FREE')),
    paid: paid && { ...toTerms(paid), priceMicros: toBigint(paid.priceMicros) },
    tools: new Map(entry.tools.map(tool => [tool.name, toBigint(tool.priceMicros)])),
    version: toBigint(app.version),
    probedAt: fromTimestamp(app.probedAt),
    listedTools: app.tools,
    announced: app.announced.map(rise => ({
      tool: rise.tool || undefined,
      oldMicros: toBigint(rise.oldMicros),
      newMicros: toBigint(rise.newMicros),
      announcedAt: timeIn(rise.announcedAt),
      effectiveAt: timeIn(rise.effectiveAt),
    })),
    buyers: { free: Number(app.freeBuyerCount), paid: Number(app.paidBuyerCount) },
    createdAt: timeIn(app.createdAt),
    updatedAt: timeIn(app.updatedAt),
  }
}

type WireTier = billing.TierEntry__Output

function toTerms(tier: WireTier): { perMinute: number; perDay: number; monthly: number }
function toTerms(tier: WireTier | undefined): { perMinute: number; perDay: number; monthly: number } | undefined
function toTerms(tier: WireTier | undefined) {
  return tier && { perMinute: Number(tier.perMinute), perDay: Number(tier.perDay), monthly: Number(tier.monthly) }
}

function toRehearsal(sent: billing.RehearsePricesResponse__Output): Rehearsal {
  const { countsTold } = sent
  return {
    from: timeIn(sent.from),
    to: timeIn(sent.to),
    calls: Number(sent.callCount),
    buyers: Number(sent.buyerCount),
    beforeMicros: toBigint(sent.beforeMicros),
    afterMicros: toBigint(sent.afterMicros),
    capped: countsTold ? Number(sent.cappedBuyerCount) : undefined,
    short: countsTold ? Number(sent.shortBuyerCount) : undefined,
  }
}
