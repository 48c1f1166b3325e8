import { services } from '@mtg/contracts'
import { connectNats, publishInvalidation, subscribeInvalidations } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { openDatabase } from '@mtg/postgres'
import { createClient, serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type ServiceContext } from '@mtg/runtime'
import { openRateWindows } from './clients/windows/rate-windows.ts'
import type { BillingConfig } from './config.ts'
import { aroundMoves, createFailpoints } from './failpoints.ts'
import { startPurging } from './jobs/purge-idempotency-keys.ts'
import { startReaper } from './jobs/reap.ts'
import { startReconciler } from './jobs/reconcile-usage.ts'
import { batchSizes, createCallCounts, showPending } from './observe/call-counts.ts'
import { startPayments } from './payments.ts'
import { catalogAdminService } from './rpc/catalog-admin-service.ts'
import { idempotencyService } from './rpc/idempotency-service.ts'
import { ledgerService } from './rpc/ledger-service.ts'
import { publisherAccountService } from './rpc/publisher-account-service.ts'
import { purchaseService } from './rpc/purchase-service.ts'
import { reservationService } from './rpc/reservation-service.ts'
import { topUpService } from './rpc/top-up-service.ts'
import { walletService } from './rpc/wallet-service.ts'
import { createCallMoves } from './store/call-moves.ts'
import { moveCalls } from './store/move-calls.ts'
import { openPrisma } from './store/prisma.ts'
import { createCredentialOpener } from './use-cases/reserve/credentials.ts'
import { createResolver } from './use-cases/reserve/resolver.ts'

/** Starts the billing service. */
export async function startBilling(context: ServiceContext<BillingConfig>): Promise<Closable> {
  const { config, log, clock, ops, metrics, telemetry } = context
  const reach = createFailpoints(config.FAILPOINT)
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'billing',
    log,
    metrics,
  })
  const prisma = openPrisma(config.DATABASE_URL)
  const nats = connectNats({ url: config.NATS_URL, name: 'billing', log })
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

  const resolver = createResolver({
    db,
    clock,
    cacheMs: config.CATALOGUE_CACHE_MS,
    sizes: batchSizes(metrics, 'resolve'),
    onSplit: observeSplits(metrics, log, 'resolve-calls'),
  })
  const invalidations = subscribeInvalidations(nats, config.NATS_PREFIX, resolver.clear, resolver.clear)
  const catalogueChanged = () => {
    resolver.clear()
    publishInvalidation(nats, config.NATS_PREFIX, { kind: 'catalogue', id: '' })
  }

  const moves = createCallMoves({
    run: aroundMoves(reach, batch => moveCalls(db, config.PLATFORM_FEE_PPM, batch)),
    sizes: batchSizes(metrics, 'move'),
    onSplit: observeSplits(metrics, log, 'move-calls'),
  })
  showPending(metrics, { move: () => moves.pending })
  const reaper = startReaper({
    db,
    moves,
    intervalMs: config.REAP_INTERVAL_MS,
    metrics,
    log,
  })

  const metering = createClient(services.metering.UsageService, {
    address: config.METERING_ADDR,
    token: config.GRPC_TOKEN,
  })
  const reconciler = startReconciler({
    db,
    metering,
    intervalMs: config.RECONCILE_INTERVAL_MS,
    metrics,
    clock,
    log,
  })

  const purging = startPurging({ db, intervalMs: config.IDEMPOTENCY_PURGE_INTERVAL_MS, log })

  const payments = await startPayments({ config, db, reach, metrics, log })

  const sealer = createSealer(config.ENCRYPTION_KEY)
  const server = await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.billing',
    health: ops,
    log,
    telemetry,
    metrics,
    implementations: [
      reservationService({
        resolve: resolver.resolve,
        openCredential: createCredentialOpener(sealer),
        windows,
        moves,
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
      topUpService({ db, processor: payments.processor, defaultReturnUrl: payments.returnUrl, log }),
      publisherAccountService({ db, processor: payments.processor, catalogueChanged, log }),
    ],
  })
  log.info({ address: server.address }, 'listening')

  return {
    async close() {
      await server.close()
      metering.close()
      await Promise.all([reaper.close(), reconciler.close(), purging.close(), payments.close()])
      invalidations.close()
      await Promise.all([windows.close(), nats.close(), prisma.$disconnect(), db.close()])
    },
  }
}
