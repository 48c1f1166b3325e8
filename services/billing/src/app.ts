import { createFolderArchive } from '@mtg/archive'
import { openAdministration } from '@mtg/audit'
import { connectNats } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { openDatabase, openSlowDatabase } from '@mtg/postgres'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type ServiceContext } from '@mtg/runtime'
import { type Calls, openCalls } from './assemble/calls.ts'
import { type Cells, cellServices, openCells } from './assemble/cells.ts'
import { type Payments, startPayments } from './assemble/payments.ts'
import { type CatalogueChanges, followCatalogue } from './clients/catalogue-changes.ts'
import { openLoopBreaker } from './clients/loops/loop-breaker.ts'
import { createMetering } from './clients/metering.ts'
import { openRateWindows } from './clients/windows/rate-windows.ts'
import { archiveFolder, type BillingConfig, listening, sealing, settlingAway } from './config.ts'
import type { Reach } from './domain/failpoints.ts'
import { dieAt } from './jobs/die-at.ts'
import { startNotingWords } from './jobs/note-words.ts'
import { startPurging } from './jobs/purge.ts'
import { startReaper } from './jobs/reap.ts'
import { startReconciler } from './jobs/reconcile-usage.ts'
import { startRollUp } from './jobs/roll-up-journal.ts'
import { startSealingPeriods } from './jobs/seal-periods.ts'
import { startSettlingAway } from './jobs/settle-away.ts'
import { startWritingPrices } from './jobs/write-due-prices.ts'
import { batchSizes, createCallCounts } from './observe/call-counts.ts'
import { billingActs } from './rpc/acts.ts'
import { auditService } from './rpc/audit-service.ts'
import { catalogAdminService } from './rpc/catalog-admin-service.ts'
import { catalogService } from './rpc/catalog-service.ts'
import { callsElsewhere } from './rpc/cells/calls-elsewhere.ts'
import { routeAll } from './rpc/cells/route-all.ts'
import { idempotencyService } from './rpc/idempotency-service.ts'
import { keyLimitsService } from './rpc/key-limits-service.ts'
import { ledgerService } from './rpc/ledger-service.ts'
import { publisherAccountService } from './rpc/publisher-account-service.ts'
import { publisherCatalogService } from './rpc/publisher-catalog-service.ts'
import { purchaseService } from './rpc/purchase-service.ts'
import { reservationService } from './rpc/reservation-service.ts'
import { statementService } from './rpc/statement-service.ts'
import { taskService } from './rpc/task-service.ts'
import { topUpService } from './rpc/top-up-service.ts'
import { walletService } from './rpc/wallet-service.ts'
import type { CallMoves } from './store/call-moves.ts'
import { capturedCallsOf } from './store/captured-calls.ts'
import { createPriceLists } from './store/price-lists.ts'
import { openPrisma } from './store/prisma.ts'
import { openRehearsalDatabase } from './store/rehearse-prices.ts'
import { type RememberedPages, rememberPages } from './use-cases/catalogue/remembered-pages.ts'
import { createCredentialOpener } from './use-cases/reserve/credentials.ts'

type Context = ServiceContext<BillingConfig>

/** A running billing service. */
export interface Billing extends Closable {
  /** Where gRPC is served, with the real port. */
  readonly address: string
}

/** Starts the billing service. */
export async function startBilling(context: Context): Promise<Billing> {
  const { config, log } = context
  const reach = dieAt(config.FAILPOINT)
  const links = openLinks(context)
  const calls = openCalls(context, links, reach)
  const { resolver, keyFacts, moves } = calls
  const pages = rememberPages(config.LISTINGS_CACHE_MS)
  const catalogue = followCatalogue(links.nats, config.NATS_PREFIX, {
    catalogue(change) {
      resolver.forget(change)
      pages.forgetAll()
    },
    purchases: resolver.forget,
    keyLimits: keyFacts.forgetRules,
  })
  const cells = openCells(context, links.db, reach)
  cells?.start(catalogue.announce)
  const jobs = startJobs(context, links, { moves, reach, cells })
  const payments = await startPayments(context, links.db, reach, cells?.payments)
  const implementations = grpcServices(context, {
    links,
    calls,
    catalogue,
    pages,
    payments,
    reach,
    cells,
  })
  const administration = administrationOf(context, links)
  const own = [...implementations, auditService(administration.log)]
  const server = await serve(context, administration, cells === undefined ? own : routeAll(own, cells.links))
  log.info({ address: server.address }, 'listening')

  return {
    address: server.address,
    async close() {
      await server.close()
      administration.close()
      // A reconciler that waits for metering is not waited for.
      links.metering.close()
      await Promise.all([...jobs.map(job => job.close()), payments.close()])
      await cells?.close()
      catalogue.close()
      links.loops.close()
      await Promise.all([links.windows.close(), links.nats.close(), links.prisma.$disconnect()])
      await Promise.all([links.slowDb.close(), links.rehearsalDb.close(), links.apiDb.close()])
      await links.db.close()
    },
  }
}

/** Connections to PostgreSQL, Redis, NATS and metering. */
type Links = ReturnType<typeof openLinks>

function openLinks({ config, log, clock, metrics, ops }: Context) {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'billing',
    log,
    metrics,
    onAway: () => ops.doubt(),
  })
  const redis = {
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    timeoutMs: config.REDIS_TIMEOUT_MS,
    onFailure: config.RATE_LIMIT_ON_REDIS_ERROR,
    log,
  }
  const folder = archiveFolder(config)
  const windows = openRateWindows({ ...redis, clock, metrics })
  ops.addCheck('database', () => db.check(), { critical: true })
  // Readiness is about taking calls at all: without Redis they are answered with redis_error, and at once.
  ops.addCheck('redis', () => windows.check(), { critical: false })
  return {
    db,
    apiDb: openDatabase({
      url: config.DATABASE_URL,
      poolMax: config.API_DATABASE_POOL_MAX,
      applicationName: 'billing-api',
      log,
      metrics,
    }),
    slowDb: openSlowDatabase(config.DATABASE_URL, 'billing-months', log),
    rehearsalDb: openRehearsalDatabase(config.DATABASE_URL, log),
    archive: folder === undefined ? undefined : createFolderArchive(folder),
    windows,
    loops: openLoopBreaker(redis),
    prisma: openPrisma(config.DATABASE_URL, log),
    nats: connectNats({ url: config.NATS_URL, name: 'billing', log }),
    metering: createMetering({ address: config.METERING_ADDR, token: config.GRPC_TOKEN }),
  }
}

function startJobs(
  { config, log, clock, metrics }: Context,
  { db, slowDb, archive, metering }: Links,
  { moves, reach, cells }: { readonly moves: CallMoves; readonly reach: Reach; readonly cells: Cells | undefined },
): Closable[] {
  const captured = cells?.captured ?? capturedCallsOf(db)
  // Usage is reconciled, and the catalogue written, by the home cell for all.
  const ofAll =
    cells?.isHome === false
      ? []
      : [
          startReconciler({ db, captured, metering, intervalMs: config.RECONCILE_INTERVAL_MS, metrics, clock, log }),
          startNotingWords({ db, intervalMs: config.LISTING_WORDS_INTERVAL_MS, log }),
          startWritingPrices({ db, intervalMs: config.PRICE_WRITE_INTERVAL_MS, log }),
        ]
  return [
    ...ofAll,
    startReaper({ db, moves, intervalMs: config.REAP_INTERVAL_MS, metrics, log }),
    startPurging({ db, intervalMs: config.IDEMPOTENCY_PURGE_INTERVAL_MS, log }),
    startRollUp({ db, intervalMs: config.ROLL_UP_INTERVAL_MS, log }),
    startSettlingAway({ db, reach, log, ...settlingAway(config) }),
    startSealingPeriods({ db: slowDb, archive, reach, metrics, clock, log, ...sealing(config) }),
  ]
}

/** What the gRPC services are made of. */
interface Parts {
  readonly links: Links
  readonly calls: Calls
  readonly catalogue: CatalogueChanges
  readonly pages: RememberedPages
  readonly payments: Payments
  readonly reach: Reach
  readonly cells: Cells | undefined
}

function grpcServices({ config, clock, log, metrics, telemetry }: Context, parts: Parts) {
  const { payments, reach, cells } = parts
  const { db, apiDb, slowDb, rehearsalDb, prisma, windows, loops } = parts.links
  const { processor } = payments
  const leaseMs = config.TRANSFER_LEASE_MS
  const catalogueChanged = parts.catalogue.announce
  const captured = cells?.captured ?? capturedCallsOf(db)
  const sealer = createSealer(config.ENCRYPTION_KEY)
  const openCredential = createCredentialOpener(sealer)
  return [
    reservationService({
      ...parts.calls.keyFacts,
      meet: parts.calls.meet,
      resolve: parts.calls.resolver.resolve,
      openCredential,
      windows,
      loops,
      moves: parts.calls.allMoves,
      nextHolds: parts.calls.nextHolds,
      callsUnderWay: parts.calls.callsUnderWay,
      priceList: createPriceLists(db, batchSizes(metrics, 'prices'), observeSplits(metrics, log, 'price-lists')),
      feePpm: config.PLATFORM_FEE_PPM,
      clock,
      reservationTtlMs: config.RESERVATION_TTL_MS,
      db,
      telemetry,
      counts: createCallCounts(metrics),
      elsewhere: cells && callsElsewhere(cells.links),
    }),
    idempotencyService({
      db,
      sealer,
      reach,
      terms: { leaseMs: config.IDEMPOTENCY_LEASE_MS, rememberMs: config.IDEMPOTENCY_TTL_MS },
    }),
    taskService({ db, sealer, openCredential, ttlMaxMs: config.TASK_TTL_MAX_MS, reach }),
    catalogAdminService({ prisma, sealer, hashKey: config.ENCRYPTION_KEY, catalogueChanged, log }),
    catalogService({ db: apiDb, pages: parts.pages }),
    publisherCatalogService({
      db: apiDb,
      rehearsalDb,
      sealer,
      priceNoticeMs: config.PRICE_NOTICE_MS,
      catalogueChanged,
      appUseElsewhere: cells?.appUse,
    }),
    walletService({ db: apiDb }),
    statementService({ slowDb }),
    keyLimitsService({ db: apiDb, keyLimitsChanged: parts.catalogue.announceKeyLimits }),
    purchaseService({ db: apiDb, purchaseChanged: parts.catalogue.announcePurchase }),
    ledgerService({ ...parts.links, captured, sealAfterDays: config.LEDGER_SEAL_AFTER_DAYS, reach }),
    topUpService({ db: apiDb, processor, leaseMs, defaultReturnUrl: payments.returnUrl, log }),
    publisherAccountService({ db: apiDb, processor, leaseMs, catalogueChanged, log, elsewhere: cells?.payables }),
    ...cellServices({ db: apiDb, slowDb, log, payments, reach }, cells),
  ]
}

function administrationOf({ config, log }: Context, { db, prisma }: Links) {
  const { AUTH_ADDR: authAddress, GRPC_TOKEN: token } = config
  return openAdministration({ db, log, authAddress, token, descriptions: billingActs({ db, prisma }) })
}

function serve(
  { config, ops: health, log, telemetry, metrics }: Context,
  administration: ReturnType<typeof administrationOf>,
  implementations: ReturnType<typeof grpcServices>,
): Promise<GrpcServer> {
  return serveGrpc({ ...listening(config), health, administration, log, telemetry, metrics, implementations })
}
