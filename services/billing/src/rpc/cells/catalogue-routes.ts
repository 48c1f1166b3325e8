import type { billing } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { byOwner, type DefinitionOf } from './call-routes.ts'
import { sumOf } from './merge.ts'
import type { Asking, CellAnswer, Routes } from './route.ts'

const home = { kind: 'home' } as const
const changing = { kind: 'home', changes: true } as const

/** CatalogAdminService: the catalogue is the home cell's, purchases and balances are their buyers' cells'. */
export const catalogAdminRoutes: Routes<DefinitionOf<'CatalogAdminService'>> = {
  ApplyCatalog: { kind: 'own way', ask: applyCatalog },
  ListPublishers: home,
  SetPublisherStatus: changing,
}

/**
 * The catalogue first, which every cell has once it is applied; then each cell's buyers. It ends where something cannot be done;
 * what was applied until then is found to be so when the same is applied again. What it would come to is asked of the home cell
 * alone, which knows the catalogue: only there can purchases be held against apps that there are not yet.
 */
async function applyCatalog(
  request: billing.ApplyCatalogRequest__Output,
  asking: Asking<billing.ApplyCatalogRequest__Output, billing.ApplyCatalogResponse__Output>,
): Promise<billing.ApplyCatalogResponse> {
  if (request.validateOnly) return await asking.one(asking.home, request)
  const { publishers, buyers } = request
  const catalogue = await asking.one(asking.home, { validateOnly: false, publishers, buyers: [] })
  await asking.spreadCatalogue()
  const ofBuyers = await byOwner(buyers, asking, (cell, own) =>
    asking.one(cell, { validateOnly: false, publishers: [], buyers: own }),
  )
  const answers = [catalogue, ...ofBuyers]
  return {
    changedCount: answers.reduce((sum, { changedCount }) => sum + changedCount, 0),
    keptBack: answers.flatMap(({ keptBack }) => keptBack),
  }
}

/** CatalogService. */
export const catalogRoutes: Routes<DefinitionOf<'CatalogService'>> = { ListListings: home, GetListing: home }

/** AuditService: acts are written down where they are asked for. */
export const auditRoutes: Routes<DefinitionOf<'AuditService'>> = { ListAuditEntries: home }

/** PublisherCatalogService: the home cell's, but for how many buyers an app has. */
export const publisherCatalogRoutes: Routes<DefinitionOf<'PublisherCatalogService'>> = {
  RegisterPublisher: changing,
  GetPublisher: home,
  SetPublisherCredential: changing,
  GetProbeCredential: home,
  ListPublisherApps: {
    kind: 'own way',
    async ask(request, asking) {
      const answers = await asking.sumWhole(() => asking.every(request))
      const own = answers.find(({ cell }) => cell === asking.home)?.answer
      const all = answers.flatMap(({ answer }) => answer.apps)
      const apps = own?.apps.map(app =>
        withBuyers(
          app,
          all.filter(other => other.entry?.name === app.entry?.name),
        ),
      )
      return { apps: apps ?? [], nextPageToken: own?.nextPageToken ?? '' }
    },
  },
  GetPublisherApp: { kind: 'own way', ask: getApp },
  PutPublisherApp: {
    kind: 'own way',
    async ask(request, asking) {
      const { app, created } = await asking.one(asking.home, request)
      await asking.spreadCatalogue()
      return { app: await counted(app, request.username, asking), created }
    },
  },
  DeletePublisherApp: changing,
  SaveAppListing: {
    kind: 'own way',
    async ask(request, asking) {
      const { app } = await asking.one(asking.home, request)
      await asking.spreadCatalogue()
      return { app: await counted(app, request.username, asking) }
    },
  },
  RehearsePrices: { kind: 'every', merge: mergeRehearsals, ofBuyers: true },
}

type App = billing.PublisherApp__Output

const withBuyers = (app: App, parts: readonly App[]): App => ({
  ...app,
  freeBuyerCount: sumOf(parts.map(({ freeBuyerCount }) => freeBuyerCount)),
  paidBuyerCount: sumOf(parts.map(({ paidBuyerCount }) => paidBuyerCount)),
})

async function getApp(
  request: billing.GetPublisherAppRequest__Output,
  asking: Asking<billing.GetPublisherAppRequest__Output, billing.GetPublisherAppResponse__Output>,
): Promise<billing.GetPublisherAppResponse> {
  const { app } = await asking.one(asking.home, request)
  if (app === null) return { app }
  // The first answer said whether there is such an app; its own buyers are counted with those of the others.
  const answers = await asking.sumWhole(() => asking.every(request))
  const parts = answers.flatMap(({ answer }) => answer.app ?? [])
  return { app: withBuyers(app, parts) }
}

/** What was changed, with the buyers of all cells. */
async function counted(app: App | null, username: string, asking: Asking<never, unknown>): Promise<App | null> {
  if (app === null) return app
  const request = { username, name: app.entry?.name ?? '' }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own shapes
  const asked = asking.other('GetPublisherApp') as Asking<
    billing.GetPublisherAppRequest__Output,
    billing.GetPublisherAppResponse__Output
  >
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of this service, with all its fields
  return ((await getApp(request, asked)).app ?? app) as App
}

type Rehearsal = billing.RehearsePricesResponse__Output

function mergeRehearsals(answers: readonly CellAnswer<Rehearsal>[]): billing.RehearsePricesResponse {
  const parts = answers.map(({ answer }) => answer)
  // A cell in which few buyers have the app tells nothing of them: then nothing is told of all.
  const areTold = parts.every(({ countsTold, buyerCount }) => countsTold || buyerCount === '0')
  const sum = (
    field: 'callCount' | 'buyerCount' | 'beforeMicros' | 'afterMicros' | 'cappedBuyerCount' | 'shortBuyerCount',
  ) => sumOf(parts.map(part => part[field]))
  const first = parts[0]
  const to = parts.map(part => fromTimestamp(part.to)?.getTime() ?? 0)
  const latest = parts[to.indexOf(Math.max(...to))] ?? first
  return {
    from: first?.from ?? null,
    to: latest?.to ?? null,
    callCount: sum('callCount'),
    buyerCount: sum('buyerCount'),
    beforeMicros: sum('beforeMicros'),
    afterMicros: sum('afterMicros'),
    countsTold: areTold,
    cappedBuyerCount: areTold ? sum('cappedBuyerCount') : '0',
    shortBuyerCount: areTold ? sum('shortBuyerCount') : '0',
  }
}
