import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { implement, nameOf } from '@mtg/rpc'
import { setPublisherSuspended } from '../store/catalogue.ts'
import { type ApplyDeps, applyCatalogue, validateCatalogue } from '../use-cases/catalogue/apply-catalogue.ts'
import { catalogueOf } from './wire/catalogue.ts'

/** What catalogues are applied with, and whom to tell of changes. */
export interface CatalogAdminDeps extends ApplyDeps {
  /** Tells every billing process that what it remembers of the catalogue and of purchases is stale. */
  readonly catalogueChanged: () => void
  readonly log: Logger
}

/** CatalogAdminService: publishers, apps, purchases and opening balances, for `mtg` and `npm start`. */
export function catalogAdminService(deps: CatalogAdminDeps) {
  return implement(services.billing.CatalogAdminService, {
    ApplyCatalog: request => apply(deps, request),
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

async function setPublisherStatus(
  deps: CatalogAdminDeps,
  request: billing.SetPublisherStatusRequest__Output,
): Promise<billing.SetPublisherStatusResponse> {
  const { suspended } = request
  const username = nameOf(request.username, 'username')
  const publisherId = await setPublisherSuspended(deps.prisma, username, suspended)
  if (publisherId === undefined) throw appError('publisher_not_found', { detail: { username } })
  deps.catalogueChanged()
  return { publisherId, suspended }
}
