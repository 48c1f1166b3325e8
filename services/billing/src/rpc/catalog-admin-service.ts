import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { implement, nameOf } from '@mtg/rpc'
import { run } from '../store/prisma.ts'
import { type ApplyDeps, applyCatalog } from '../use-cases/catalog/apply.ts'

/** What the service stands on. */
export interface CatalogAdminDeps extends ApplyDeps {
  /** Tells every billing process that what it remembers of the catalogue and of purchases is stale. */
  readonly catalogueChanged: () => void
  readonly log: Logger
}

/** CatalogAdminService: publishers, apps, purchases and opening balances, for `mtg` and `npm start`. */
export function catalogAdminService(deps: CatalogAdminDeps) {
  return implement(services.billing.CatalogAdminService, {
    async ApplyCatalog(request) {
      const { changedCount, keptBack } = await applyCatalog(deps, request)
      if (request.validateOnly) return { changedCount, keptBack: [...keptBack] }
      if (changedCount > 0) deps.catalogueChanged()
      for (const sentence of keptBack) deps.log.warn({ keptBack: sentence }, 'not applied of the marketplace file')
      return { changedCount, keptBack: [...keptBack] }
    },
    SetPublisherStatus: request => setPublisherStatus(deps, request),
  })
}

async function setPublisherStatus(
  deps: CatalogAdminDeps,
  request: billing.SetPublisherStatusRequest__Output,
): Promise<billing.SetPublisherStatusResponse> {
  const { suspended } = request
  const username = nameOf(request.username, 'username')
  const known = await run(deps.prisma.publisher.findUnique({ where: { username } }))
  if (known === null) throw appError('publisher_not_found', { detail: { username } })
  await run(deps.prisma.publisher.update({ where: { username }, data: { suspended } }))
  deps.catalogueChanged()
  return { publisherId: known.id, suspended }
}
