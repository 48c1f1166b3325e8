import { connectNats, type NatsLink, publishInvalidation, subscribeInvalidations } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type ServiceContext } from '@mtg/runtime'
import { createMetering } from './clients/metering.ts'
import { openRateWindows } from './clients/windows/rate-windows.ts'
import type { BillingConfig } from './config.ts'
import type { FailpointName, Reach } from './domain/failpoints.ts'
import { startPurging } from './jobs/purge-idempotency-keys.ts'
import { startReaper } from './jobs/reap.ts'
import { startReconciler } from './jobs/reconcile-usage.ts'
import { batchSizes, createCallCounts, showPending } from './observe/call-counts.ts'
import { type Payments, startPayments } from './payments.ts'
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
  const { config, log, metrics } = context
  const reach = dieAt(config.FAILPOINT)
  const links = openLinks(context)
  const resolver = makeResolver(context, links.db)
  const moves = makeMoves(context, links.db, reach)
  const catalogue = followCatalogue(context, links.nats, resolver)
  const jobs = startJobs(context, links, moves)
  const payments = await startPayments({ config, db: links.db, reach, metrics, log })
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
  ]
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
