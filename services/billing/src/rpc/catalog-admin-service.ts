import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import {
  implement,
  nameOf,
  namesFrom,
  nameToken,
  pageOf,
  pageSizeOf,
  readNameToken,
  textOf,
  toTimestamp,
} from '@mtg/rpc'
import { setPublisherSuspended } from '../store/catalogue.ts'
import { listPublishers } from '../store/list-publishers.ts'
import { type ApplyDeps, applyCatalogue, validateCatalogue } from '../use-cases/catalogue/apply-catalogue.ts'
import { catalogueOf } from './wire/catalogue.ts'

/** What catalogues are applied with, and whom to tell of changes. */
export interface CatalogAdminDeps extends ApplyDeps {
  /** Tells every process that what it remembers of a publisher is stale; without a name, of the catalogue and of purchases. */
  readonly catalogueChanged: (username?: string) => void
  readonly log: Logger
}

/** CatalogAdminService: publishers, apps, purchases and opening balances, for `mtg` and `npm start`. */
export function catalogAdminService(deps: CatalogAdminDeps) {
  return implement(services.billing.CatalogAdminService, {
    ApplyCatalog: request => apply(deps, request),
    ListPublishers: request => listPublishersAsked(deps, request),
    SetPublisherStatus: request => setPublisherStatus(deps, request),
  })
}

async function apply(
  deps: CatalogAdminDeps,
  request: billing.ApplyCatalogRequest__Output,
): Promise<billing.ApplyCatalogResponse> {
  const catalogue = catalogueOf(request)
  const applied = request.validateOnly
    ? await validateCatalogue(deps, catalogue)
    : await applyCatalogue(deps, catalogue)
  const answer = { changedCount: applied.changedCount, keptBack: [...applied.keptBack] }
  if (request.validateOnly) return answer
  if (applied.changedCount > 0) deps.catalogueChanged()
  for (const sentence of applied.keptBack) deps.log.warn({ keptBack: sentence }, 'not applied of the marketplace file')
  return answer
}

async function listPublishersAsked(
  { prisma }: CatalogAdminDeps,
  { search, suspendedOnly, pageSize, pageToken }: billing.ListPublishersRequest__Output,
): Promise<billing.ListPublishersResponse> {
  const size = pageSizeOf(pageSize)
  const rows = await listPublishers(prisma, {
    names: namesFrom(search === '' ? '' : textOf(search, 'search')),
    isSuspendedOnly: suspendedOnly,
    afterName: readNameToken(pageToken),
    countMax: size + 1,
  })
  const { page, nextPageToken } = pageOf(rows, size, last => nameToken(last.username))
  const publishers = page.map(({ id, createdAt, ...publisher }) => ({
    ...publisher,
    publisherId: id,
    createdAt: toTimestamp(createdAt),
  }))
  return { publishers, nextPageToken }
}

async function setPublisherStatus(
  deps: CatalogAdminDeps,
  request: billing.SetPublisherStatusRequest__Output,
): Promise<billing.SetPublisherStatusResponse> {
  const { suspended } = request
  const username = nameOf(request.username, 'username')
  const publisherId = await setPublisherSuspended(deps.prisma, username, suspended)
  if (publisherId === undefined) throw appError('publisher_not_found', { detail: { username } })
  deps.catalogueChanged(username)
  return { publisherId, suspended }
}
