import { connectNats } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { openDatabase } from '@mtg/postgres'
import { serveGrpc } from '@mtg/rpc'
import { type Closable, type ServiceContext } from '@mtg/runtime'
import type { MeteringConfig } from './config.ts'
import { startConsumer } from './jobs/consume-usage.ts'
import { startPartitionJob } from './jobs/maintain-partitions.ts'
import { deadLetterService } from './rpc/dead-letter-service.ts'
import { usageService } from './rpc/usage-service.ts'
import { openReader } from './store/reader.ts'
import { createIngest } from './use-cases/record/ingest.ts'
import { createRecorder } from './use-cases/record/recorder.ts'

/** A running metering service. */
export interface Metering extends Closable {
  /** Where gRPC is served, with the real port. */
  readonly address: string
}

/** Starts the metering service. */
export async function startMetering(context: ServiceContext<MeteringConfig>): Promise<Metering> {
  const { config, log, clock, metrics, ops, telemetry } = context
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'metering',
    log,
    metrics,
  })
  const reader = openReader({
    primary: db,
    url: config.DATABASE_READ_URL,
    poolMax: config.DATABASE_POOL_MAX,
    lagMaxMs: config.DATABASE_READ_LAG_MAX_MS,
    clock,
    log,
    metrics,
  })
  const nats = connectNats({ url: config.NATS_URL, name: 'metering', log })
  ops.addCheck('database', () => db.check(), { critical: true })
  // Queries and RecordUsage go on without the bus, and its events wait at the edges.
  ops.addCheck('nats', () => nats.check(), { critical: false })

  const partitions = startPartitionJob({
    db,
    log,
    retention: {
      recordMonths: config.RECORD_RETENTION_MONTHS,
      observationDays: config.OBSERVATION_RETENTION_DAYS,
      deadLetterDays: config.DEAD_LETTER_RETENTION_DAYS,
    },
    intervalMs: config.MAINTENANCE_INTERVAL_MS,
  })
  const bounds = { futureMaxMs: config.RECORD_FUTURE_MAX_MS, ageMaxDays: config.RECORD_AGE_MAX_DAYS }
  const recorder = createRecorder({ db, metrics, bounds, onSplit: observeSplits(metrics, log, 'insert-usage') })
  const { DEAD_LETTERS_MAX: deadLettersMax } = config
  const ingest = createIngest({ db, recorder, log, metrics, telemetry, deadLettersMax })
  const consumer = startConsumer({
    nats,
    prefix: config.NATS_PREFIX,
    stream: {
      bytesMax: config.USAGE_STREAM_MAX_BYTES,
      observationBytesMax: config.OBSERVATION_STREAM_MAX_BYTES,
      replicas: config.USAGE_STREAM_REPLICAS,
    },
    ingest,
    log,
    metrics,
  })
  const server = await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.metering',
    health: ops,
    log,
    telemetry,
    metrics,
    implementations: [usageService({ db, reader, recorder }), deadLetterService({ db, recorder })],
  })
  log.info({ address: server.address }, 'listening')

  return {
    address: server.address,
    async close() {
      await server.close()
      await consumer.close()
      await partitions.close()
      await nats.close()
      await reader.close()
      await db.close()
    },
  }
}
