import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import {
  accountIdOf,
  fieldLimits,
  implement,
  int64Of,
  invalidField,
  nameOf,
  pageOf,
  pageSizeOf,
  required,
  toTimestamp,
} from '@mtg/rpc'
import type { Sealer } from '@mtg/runtime'
import type { AppUse } from '../domain/cells.ts'
import { appBounds } from '../domain/own-app.ts'
import { usernameFault } from '../domain/username.ts'
import { saveListing } from '../store/app-tools.ts'
import { findSealedCredential, requireOwnPublisher, setSealedCredential } from '../store/own-publishers.ts'
import { removeApp } from '../use-cases/publishers/delete-app.ts'
import { putApp } from '../use-cases/publishers/put-app.ts'
import { getApp, listApps } from '../use-cases/publishers/read-apps.ts'
import { registerPublisher } from '../use-cases/publishers/register.ts'
import { rehearsePrices } from '../use-cases/publishers/rehearse.ts'
import { appOf } from './wire/catalogue.ts'
import { listingOf, titleOf, toOwnAppMessage, toProfileMessage, toRehearsalMessage } from './wire/own-app.ts'
import { validateApp, validatePrice } from './wire/validate-catalogue.ts'

/** Where publishers and their apps are, and whom to tell of changes. */
export interface PublisherCatalogDeps {
  readonly db: Database
  /** For sums of whole months. */
  readonly rehearsalDb: Database
  readonly sealer: Sealer
  readonly priceNoticeMs: number
  /** Tells every process that what it remembers of a publisher's apps is stale. */
  readonly catalogueChanged: (username: string) => void
  /** What of an app buyers have in other cells; undefined: there are none. */
  readonly appUseElsewhere?: ((appId: string) => Promise<AppUse>) | undefined
}

const PAGE_SIZE_MAX = 200
const VERSION_ANY = 0n
const VERSION_NONE = -1n

/** PublisherCatalogService: what a publisher does with its own apps. */
export function publisherCatalogService(deps: PublisherCatalogDeps) {
  const { db } = deps
  return implement(services.billing.PublisherCatalogService, {
    RegisterPublisher: request => register(deps, request),
    async GetPublisher({ username }) {
      return { publisher: toProfileMessage(await requireOwnPublisher(db, nameOf(username, 'username'))) }
    },
    SetPublisherCredential: request => setCredential(deps, request),
    GetProbeCredential: request => getProbeCredential(deps, request),
    ListPublisherApps: request => list(deps, request),
    async GetPublisherApp({ username, name }) {
      return { app: toOwnAppMessage(await getApp(db, nameOf(username, 'username'), nameOf(name, 'name'))) }
    },
    PutPublisherApp: request => put(deps, request),
    DeletePublisherApp: request => remove(deps, request),
    SaveAppListing: request => keepListing(deps, request),
    RehearsePrices: request => rehearse(deps, request),
  })
}

async function register(
  { db }: PublisherCatalogDeps,
  { username, accountId, ownedUsername }: billing.RegisterPublisherRequest__Output,
): Promise<billing.RegisterPublisherResponse> {
  const fault = usernameFault(username)
  // The name that it has may be one that nobody can choose.
  if (fault !== undefined && username !== ownedUsername) throw invalidField('username', fault)
  const registration = { username, accountId: accountIdOf(accountId, 'account_id'), ownedUsername }
  return { publisher: toProfileMessage(await registerPublisher(db, registration)) }
}

async function setCredential(
  { db, sealer, catalogueChanged }: PublisherCatalogDeps,
  { username, apiKey }: billing.SetPublisherCredentialRequest__Output,
): Promise<billing.SetPublisherCredentialResponse> {
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length > fieldLimits.credentialBytesMax) {
    throw invalidField(
      'api_key',
      `must have 1 to ${fieldLimits.credentialBytesMax} printable characters without spaces`,
    )
  }
  const { id } = await requireOwnPublisher(db, nameOf(username, 'username'))
  await setSealedCredential(db, id, sealer.seal(apiKey, id))
  catalogueChanged(username)
  return {}
}

async function getProbeCredential(
  { db, sealer }: PublisherCatalogDeps,
  { username }: billing.GetProbeCredentialRequest__Output,
): Promise<billing.GetProbeCredentialResponse> {
  const detail = { username }
  const found = await findSealedCredential(db, nameOf(username, 'username'))
  if (found === undefined) throw appError('publisher_not_found', { detail })
  if (found.suspended) throw appError('publisher_suspended', { detail })
  if (found.sealed === null) throw appError('credential_missing', { detail })
  return { apiKey: sealer.open(found.sealed, found.id) }
}

async function list(
  { db }: PublisherCatalogDeps,
  { username, pageSize, pageToken }: billing.ListPublisherAppsRequest__Output,
): Promise<billing.ListPublisherAppsResponse> {
  const size = pageSizeOf(pageSize, PAGE_SIZE_MAX)
  const apps = await listApps(db, nameOf(username, 'username'), readNameToken(pageToken), size + 1)
  const { page, nextPageToken } = pageOf(apps, size, ({ entry }) => Buffer.from(entry.name).toString('base64url'))
  return { apps: page.map(toOwnAppMessage), nextPageToken }
}

function readNameToken(token: string): string {
  const name = Buffer.from(token, 'base64url').toString()
  const isOurs = /^[A-Za-z0-9._-]{0,64}$/.test(name) && Buffer.from(name).toString('base64url') === token
  if (!isOurs) throw invalidField('page_token', 'is not one that a page ended with')
  return name
}

async function put(
  deps: PublisherCatalogDeps,
  request: billing.PutPublisherAppRequest__Output,
): Promise<billing.PutPublisherAppResponse> {
  const entry = required(request.entry, 'entry')
  validateApp(entry, entry.name)
  if (entry.tools.length > appBounds.toolsMax) throw invalidField('tools', `must be at most ${appBounds.toolsMax}`)
  const { asSent: _, ...wanted } = appOf(entry)
  const { db, priceNoticeMs, appUseElsewhere } = deps
  const username = nameOf(request.username, 'username')
  const countBuyersElsewhere =
    appUseElsewhere && (async (appId: string) => countsOf(appId, await appUseElsewhere(appId)))
  const { app, isNew } = await putApp(
    { db, priceNoticeMs, countBuyersElsewhere },
    {
      username,
      entry: wanted,
      title: titleOf(request.title),
      listing: request.listing === null ? undefined : listingOf(request.listing),
      expectedVersion: int64Of(request.expectedVersion, 'expected_version', VERSION_NONE),
    },
  )
  deps.catalogueChanged(username)
  return { app: toOwnAppMessage(app), created: isNew }
}

const countsOf = (appId: string, { freeCount, paidCount }: AppUse) =>
  [
    { appId, tier: 'free' as const, count: freeCount },
    { appId, tier: 'paid' as const, count: paidCount },
  ].filter(({ count }) => count > 0)

async function remove(
  { db, catalogueChanged, appUseElsewhere }: PublisherCatalogDeps,
  { username, name, expectedVersion }: billing.DeletePublisherAppRequest__Output,
): Promise<billing.DeletePublisherAppResponse> {
  const app = {
    username: nameOf(username, 'username'),
    name: nameOf(name, 'name'),
    expectedVersion: int64Of(expectedVersion, 'expected_version', VERSION_ANY),
  }
  const until = await removeApp(
    db,
    app,
    appUseElsewhere && (async appId => (await appUseElsewhere(appId)).lastWindowEndsAt),
  )
  catalogueChanged(app.username)
  return { callableUntil: until === null ? null : toTimestamp(until) }
}

async function keepListing(
  { db, catalogueChanged }: PublisherCatalogDeps,
  request: billing.SaveAppListingRequest__Output,
): Promise<billing.SaveAppListingResponse> {
  const [username, name] = [nameOf(request.username, 'username'), nameOf(request.name, 'name')]
  const listing = listingOf(required(request.listing, 'listing'))
  const { id } = await getApp(db, username, name)
  await db.transaction(tx => saveListing(tx, id, listing))
  catalogueChanged(username)
  return { app: toOwnAppMessage(await getApp(db, username, name)) }
}

async function rehearse(
  deps: PublisherCatalogDeps,
  { username, name, priceMicros, tools }: billing.RehearsePricesRequest__Output,
): Promise<billing.RehearsePricesResponse> {
  if (tools.length > appBounds.toolsMax) throw invalidField('tools', `must be at most ${appBounds.toolsMax}`)
  validatePrice(priceMicros, 'price')
  for (const tool of tools) validatePrice(tool.priceMicros, `price of ${nameOf(tool.name, 'tools.name')}`)
  const prices = {
    tierMicros: BigInt(priceMicros),
    tools: new Map(tools.map(tool => [tool.name, BigInt(tool.priceMicros)])),
  }
  const wish = { username: nameOf(username, 'username'), name: nameOf(name, 'name'), prices }
  return toRehearsalMessage(await rehearsePrices(deps, wish))
}
