import { services } from '@mtg/contracts'
import type { Implementation } from '@mtg/rpc'
import { ledgerRoutes, publisherAccountRoutes, statementRoutes, topUpRoutes } from './book-routes.ts'
import {
  idempotencyRoutes,
  keyLimitsRoutes,
  purchaseRoutes,
  reservationRoutes,
  taskRoutes,
  walletRoutes,
} from './call-routes.ts'
import { auditRoutes, catalogAdminRoutes, catalogRoutes, publisherCatalogRoutes } from './catalogue-routes.ts'
import { type CellLinks, routed } from './route.ts'

type Router = (own: Implementation, links: CellLinks) => Implementation

const {
  AuditService,
  CatalogAdminService,
  CatalogService,
  IdempotencyService,
  KeyLimitsService,
  LedgerService,
  PublisherAccountService,
  PublisherCatalogService,
  PurchaseService,
  ReservationService,
  StatementService,
  TaskService,
  TopUpService,
  WalletService,
} = services.billing

const routers: ReadonlyMap<string, Router> = new Map<string, Router>([
  [ReservationService.name, (own, links) => routed(ReservationService, own, reservationRoutes, links)],
  [IdempotencyService.name, (own, links) => routed(IdempotencyService, own, idempotencyRoutes, links)],
  [TaskService.name, (own, links) => routed(TaskService, own, taskRoutes, links)],
  [KeyLimitsService.name, (own, links) => routed(KeyLimitsService, own, keyLimitsRoutes, links)],
  [PurchaseService.name, (own, links) => routed(PurchaseService, own, purchaseRoutes, links)],
  [WalletService.name, (own, links) => routed(WalletService, own, walletRoutes, links)],
  [TopUpService.name, (own, links) => routed(TopUpService, own, topUpRoutes, links)],
  [LedgerService.name, (own, links) => routed(LedgerService, own, ledgerRoutes, links)],
  [StatementService.name, (own, links) => routed(StatementService, own, statementRoutes, links)],
  [PublisherAccountService.name, (own, links) => routed(PublisherAccountService, own, publisherAccountRoutes, links)],
  [CatalogAdminService.name, (own, links) => routed(CatalogAdminService, own, catalogAdminRoutes, links)],
  [CatalogService.name, (own, links) => routed(CatalogService, own, catalogRoutes, links)],
  [PublisherCatalogService.name, (own, links) => routed(PublisherCatalogService, own, publisherCatalogRoutes, links)],
  [AuditService.name, (own, links) => routed(AuditService, own, auditRoutes, links)],
])

/** All services, answering for all cells. Those of the cells themselves answer for the one that is asked. */
export function routeAll(own: readonly Implementation[], links: CellLinks): Implementation[] {
  return own.map(implementation => routers.get(implementation.name)?.(implementation, links) ?? implementation)
}
