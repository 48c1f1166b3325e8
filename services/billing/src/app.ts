import { connectNats, type NatsLink, publishInvalidation, subscribeInvalidations } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type PeriodicJob, type ServiceContext } from '@mtg/runtime'
import { createMetering } from './clients/metering.ts'
import { openProcessor } from './clients/processor/open-processor.ts'
import type { PaymentProcessor } from './clients/processor/processor.ts'
import { withFailpoints } from './clients/processor/with-failpoints.ts'
import { openRateWindows } from './clients/windows/rate-windows.ts'
import { type BillingConfig, requireProcessorSettings } from './config.ts'
import type { FailpointName, Reach } from './domain/failpoints.ts'
import { DONE_PATH } from './http/checkout.ts'
import { servePayments } from './http/serve-payments.ts'
import type { HttpServer } from './http/server.ts'
import { webhookPath } from './http/webhook.ts'
import { startDelivery } from './jobs/deliver-test-events.ts'
import { startFinishing } from './jobs/finish-transfers.ts'
import { startPurging } from './jobs/purge-idempotency-keys.ts'
import { startReaper } from './jobs/reap.ts'
import { startReconciler } from './jobs/reconcile-usage.ts'
import { startRollUp } from './jobs/roll-up-journal.ts'
import { batchSizes, createCallCounts, showPending } from './observe/call-counts.ts'
import { catalogAdminService } from './rpc/catalog-admin-service.ts'
import { idempotencyService } from './rpc/idempotency-service.ts'
import { ledgerService } from './rpc/ledger-service.ts'
import { publisherAccountService } from './rpc/publisher-account-service.ts'
import { purchaseService } from './rpc/purchase-service.ts'
import { reservationService } from './rpc/reservation-service.ts'
import { topUpService } from './rpc/top-up-service.ts'
import { walletService } from './rpc/wallet-service.ts'
import { type CallMoves, createCallMoves } from './store/call-moves.ts'
import { moveCalls } from './store/move-calls.ts'
import { aroundMoves } from './store/move-failpoints.ts'
import { openPrisma } from './store/prisma.ts'
import { createTargetLookups } from './store/target-lookups.ts'
import { createTestBooks } from './store/test-books.ts'
import { createCredentialOpener } from './use-cases/reserve/credentials.ts'
import { createResolver, type Resolver } from './use-cases/reserve/resolver.ts'

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
  const resolver = makeResolver(context, links.db)
  const moves = makeMoves(context, links.db, reach)
  const catalogue = followCatalogue(context, links.nats, resolver)
  const jobs = startJobs(context, links, moves)
  const payments = await startPayments(context, links.db, reach)
  const implementations = grpcServices(context, { links, resolver, moves, catalogue, payments, reach })
  const server = await serve(context, implementations)
  log.info({ address: server.address }, 'listening')

  return {
    address: server.address,
    async close() {
      await server.close()
      // A reconciler that waits for metering is not waited for.
      links.metering.close()
      await Promise.all([...jobs.map(job => job.close()), payments.close()])
      catalogue.close()
      await Promise.all([links.windows.close(), links.nats.close(), links.prisma.$disconnect(), links.db.close()])
    },
  }
}

/** Dies as a machine does at the chosen point: nothing is finished, flushed or closed. */
function dieAt(chosen: FailpointName | undefined): Reach {
  return point => {
    if (point === chosen) process.kill(process.pid, 'SIGKILL')
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
  })
  const windows = openRateWindows({
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    timeoutMs: config.REDIS_TIMEOUT_MS,
    onFailure: config.RATE_LIMIT_ON_REDIS_ERROR,
    clock,
    log,
    metrics,
  })
  ops.addCheck('database', () => db.check(), { critical: true })
  // Readiness is about taking calls at all: without Redis they are answered with redis_error, and at once.
  ops.addCheck('redis', () => windows.check(), { critical: false })
  return {
    db,
    windows,
    prisma: openPrisma(config.DATABASE_URL),
    nats: connectNats({ url: config.NATS_URL, name: 'billing', log }),
    metering: createMetering({ address: config.METERING_ADDR, token: config.GRPC_TOKEN }),
  }
}

function makeResolver({ config, clock, log, metrics }: Context, db: Database): Resolver {
  const sizes = batchSizes(metrics, 'resolve')
  const lookups = createTargetLookups({ db, sizes, onSplit: observeSplits(metrics, log, 'resolve-calls') })
  return createResolver({ lookUp: target => lookups.add(target), clock, cacheMs: config.CATALOGUE_CACHE_MS })
}

function makeMoves({ config, log, metrics }: Context, db: Database, reach: Reach): CallMoves {
  const moves = createCallMoves({
    run: aroundMoves(reach, batch => moveCalls(db, config.PLATFORM_FEE_PPM, batch)),
    sizes: batchSizes(metrics, 'move'),
    onSplit: observeSplits(metrics, log, 'move-calls'),
  })
  showPending(metrics, { move: () => moves.pending })
  return moves
}

/** Changes of the catalogue: heard from other processes, and told to them. */
interface CatalogueChanges {
  readonly announce: () => void
  readonly close: () => void
}

function followCatalogue({ config }: Context, nats: NatsLink, resolver: Resolver): CatalogueChanges {
  const subscription = subscribeInvalidations(nats, config.NATS_PREFIX, resolver.clear, resolver.clear)
  return {
    announce() {
      resolver.clear()
      publishInvalidation(nats, config.NATS_PREFIX, { kind: 'catalogue', id: '' })
    },
    close: () => subscription.close(),
  }
}

function startJobs({ config, log, clock, metrics }: Context, { db, metering }: Links, moves: CallMoves): Closable[] {
  return [
    startReaper({ db, moves, intervalMs: config.REAP_INTERVAL_MS, metrics, log }),
    startReconciler({ db, metering, intervalMs: config.RECONCILE_INTERVAL_MS, metrics, clock, log }),
    startPurging({ db, intervalMs: config.IDEMPOTENCY_PURGE_INTERVAL_MS, log }),
    startRollUp({ db, intervalMs: config.ROLL_UP_INTERVAL_MS, log }),
  ]
}

/** Money in and out: the processor, its webhook and pages, and the jobs that see transfers and events through. */
interface Payments extends Closable {
  readonly processor: PaymentProcessor | undefined
  /** Where buyers go from a checkout page. */
  readonly returnUrl: () => string
}

async function startPayments(context: Context, db: Database, reach: Reach): Promise<Payments> {
  const { config, log, metrics } = context
  let http: HttpServer | undefined
  let delivery: PeriodicJob | undefined
  // Where nothing else is set, pages are where they are served, which is known once they are.
  const baseUrl = () => config.BASE_URL?.replace(/\/$/, '') ?? http?.origin ?? ''
  const { processor: opened, test } = openConfiguredProcessor(config, db, baseUrl, () => void delivery?.wake())
  const processor = opened && withFailpoints(opened, reach)
  if (config.HTTP_LISTEN !== undefined) {
    const testProcessor = test?.processor
    http = await servePayments({ listen: config.HTTP_LISTEN, processor, testProcessor, db, reach, log })
  }

  const jobs: Closable[] = []
  if (processor !== undefined) {
    jobs.push(startFinishing({ db, processor, intervalMs: config.TRANSFER_RETRY_MS, metrics, log }))
  }
  if (test !== undefined) {
    const webhookUrl = () => `${baseUrl()}${webhookPath('test')}`
    delivery = startDelivery({ db, webhookUrl, webhookSecret: test.webhookSecret, log })
    jobs.push(delivery)
  }
  return {
    processor,
    returnUrl: () => `${baseUrl()}${DONE_PATH}`,
    async close() {
      await Promise.all(jobs.map(job => job.close()))
      await http?.close()
    },
  }
}

function openConfiguredProcessor(config: BillingConfig, db: Database, baseUrl: () => string, onEvent: () => void) {
  requireProcessorSettings(config)
  return openProcessor({
    name: config.PAYMENT_PROCESSOR,
    stripe: {
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiUrl: new URL(config.STRIPE_API_URL),
    },
    test: { books: createTestBooks(db), encryptionKey: config.ENCRYPTION_KEY, baseUrl, onEvent },
  })
}

/** What the gRPC services are made of. */
interface Parts {
  readonly links: Links
  readonly resolver: Resolver
  readonly moves: CallMoves
  readonly catalogue: CatalogueChanges
  readonly payments: Payments
  readonly reach: Reach
}

function grpcServices({ config, log, metrics, telemetry }: Context, parts: Parts) {
  const { payments, reach } = parts
  const { db, prisma, windows, metering } = parts.links
  const { processor } = payments
  const catalogueChanged = parts.catalogue.announce
  const sealer = createSealer(config.ENCRYPTION_KEY)
  return [
    reservationService({
      resolve: parts.resolver.resolve,
      openCredential: createCredentialOpener(sealer),
      windows,
      moves: parts.moves,
      reservationTtlMs: config.RESERVATION_TTL_MS,
      db,
      telemetry,
      counts: createCallCounts(metrics),
    }),
    idempotencyService({
      db,
      sealer,
      reach,
      terms: { leaseMs: config.IDEMPOTENCY_LEASE_MS, rememberMs: config.IDEMPOTENCY_TTL_MS },
    }),
    catalogAdminService({ prisma, sealer, hashKey: config.ENCRYPTION_KEY, catalogueChanged, log }),
    walletService({ db }),
    purchaseService({ db, catalogueChanged }),
    ledgerService({ prisma, db, metering }),
    topUpService({ db, processor, defaultReturnUrl: payments.returnUrl, log }),
    publisherAccountService({ db, processor, catalogueChanged, log }),
  ]
}

function serve(
  { config, ops, log, telemetry, metrics }: Context,
  implementations: ReturnType<typeof grpcServices>,
): Promise<GrpcServer> {
  return serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.billing',
    health: ops,
    log,
    telemetry,
    metrics,
    implementations,
  })
}
