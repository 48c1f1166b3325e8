import { type Archive, createFolderArchive } from '@mtg/archive'
import { openAdministration } from '@mtg/audit'
import { connectNats, type NatsLink } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import { type Database, openDatabase, openSlowDatabase } from '@mtg/postgres'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import type { Closable, ServiceContext } from '@mtg/runtime'
import type { MeteringConfig } from './config.ts'
import { startConsumer } from './jobs/consume-usage.ts'
import { startPartitionJob } from './jobs/maintain-partitions.ts'
import { startQualityJob } from './jobs/measure-quality.ts'
import { startSealingMonths } from './jobs/seal-months.ts'
import { startKeyUseJob } from './jobs/write-key-uses.ts'
import { meteringActs } from './rpc/acts.ts'
import { auditService } from './rpc/audit-service.ts'
import { deadLetterService } from './rpc/dead-letter-service.ts'
import { monthService } from './rpc/month-service.ts'
import { publisherUsageService } from './rpc/publisher-usage-service.ts'
import { qualityService } from './rpc/quality-service.ts'
import { stageService } from './rpc/stage-service.ts'
import { usageService } from './rpc/usage-service.ts'
import { openReader, type Reader } from './store/reader.ts'
import { createIngest } from './use-cases/record/ingest.ts'
import { createKeyUses, type KeyUses } from './use-cases/record/key-uses.ts'
import { createRecorder, type Recorder } from './use-cases/record/recorder.ts'

type Context = ServiceContext<MeteringConfig>

/** A running metering service. */
export interface Metering extends Closable {
  /** Where gRPC is served, with the real port. */
  readonly address: string
}

/** Starts the metering service. */
export async function startMetering(context: Context): Promise<Metering> {
  const { log } = context
  const links = openLinks(context)
  const recorder = makeRecorder(context, links.db)
  const partitions = startMaintenance(context, links.db)
  const quality = startMeasuring(context, links.db)
  const sealing = startSealingUsage(context, links)
  const keyUses = createKeyUses()
  const keyUseJob = startKeyUseJob({ db: links.db, log, keyUses, intervalMs: context.config.KEY_USE_INTERVAL_MS })
  const consumer = startIngest(context, links, recorder, keyUses)
  const administration = administrationOf(context, links.db)
  const server = await serve(context, administration, servicesOf(context.config, links, recorder, administration))
  log.info({ address: server.address }, 'listening')

  return {
    address: server.address,
    async close() {
      await server.close()
      administration.close()
      await consumer.close()
      await keyUseJob.close()
      await Promise.all([partitions.close(), quality.close(), sealing.close()])
      await links.nats.close()
      await links.reader.close()
      await Promise.all([links.slowDb.close(), links.db.close()])
    },
  }
}

/** Connections to PostgreSQL, its replica and NATS. */
interface Links {
  readonly db: Database
  /** For what is done to whole months. */
  readonly slowDb: Database
  readonly archive: Archive | undefined
  readonly reader: Reader
  readonly nats: NatsLink
}

function openLinks({ config, log, clock, metrics, ops }: Context): Links {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'metering',
    log,
    metrics,
    onAway: () => ops.doubt(),
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
  const archive = config.USAGE_EXPORT_DIR === undefined ? undefined : createFolderArchive(config.USAGE_EXPORT_DIR)
  return { db, slowDb: openSlowDatabase(config.DATABASE_URL, 'metering-months', log), archive, reader, nats }
}

function makeRecorder({ config, log, metrics }: Context, db: Database): Recorder {
  const bounds = { futureMaxMs: config.RECORD_FUTURE_MAX_MS, ageMaxDays: config.RECORD_AGE_MAX_DAYS }
  return createRecorder({ db, metrics, bounds, onSplit: observeSplits(metrics, log, 'insert-usage') })
}

function startMaintenance({ config, log }: Context, db: Database): Closable {
  return startPartitionJob({
    db,
    log,
    retention: {
      recordMonths: config.RECORD_RETENTION_MONTHS,
      observationDays: config.OBSERVATION_RETENTION_DAYS,
      deadLetterDays: config.DEAD_LETTER_RETENTION_DAYS,
    },
    intervalMs: config.MAINTENANCE_INTERVAL_MS,
  })
}

const qualityTerms = ({ QUALITY_WINDOW_DAYS: windowDays, QUALITY_BUYERS_MIN: buyersMin }: MeteringConfig) => ({
  windowDays,
  buyersMin,
})

function startMeasuring({ config, log, clock, metrics }: Context, db: Database): Closable {
  const { QUALITY_LAG_MS: lagMs, QUALITY_INTERVAL_MS: intervalMs } = config
  return startQualityJob({ db, metrics, clock, log, intervalMs, lagMs, ...qualityTerms(config) })
}

function startSealingUsage({ config, log, clock, metrics }: Context, { slowDb: db, archive }: Links): Closable {
  const { USAGE_SEAL_INTERVAL_MS: intervalMs, USAGE_SEAL_AFTER_DAYS: sealAfterDays } = config
  const keptMonths = config.RECORD_RETENTION_MONTHS
  return startSealingMonths({ db, archive, intervalMs, sealAfterDays, keptMonths, metrics, clock, log })
}

function startIngest(
  { config, log, metrics, telemetry }: Context,
  { db, nats }: Links,
  recorder: Recorder,
  keyUses: KeyUses,
): Closable {
  const onUse = keyUses.note
  const deadLettersMax = config.DEAD_LETTERS_MAX
  return startConsumer({
    nats,
    prefix: config.NATS_PREFIX,
    stream: {
      bytesMax: config.USAGE_STREAM_MAX_BYTES,
      observationBytesMax: config.OBSERVATION_STREAM_MAX_BYTES,
      replicas: config.USAGE_STREAM_REPLICAS,
    },
    ingest: createIngest({ db, recorder, log, metrics, telemetry, deadLettersMax, onUse }),
    log,
    metrics,
  })
}

function administrationOf({ config, log }: Context, db: Database) {
  const { AUTH_ADDR: authAddress, GRPC_TOKEN: token } = config
  return openAdministration({ db, log, authAddress, token, descriptions: meteringActs(db) })
}

type OpenAdministration = ReturnType<typeof administrationOf>

const servicesOf = (
  config: MeteringConfig,
  { db, slowDb, reader, archive }: Links,
  recorder: Recorder,
  { log }: OpenAdministration,
) => [
  usageService({ db, reader, recorder }),
  qualityService({ reader, terms: qualityTerms(config) }),
  publisherUsageService({ reader }),
  stageService({ reader }),
  monthService({ slowDb, archive, sealAfterDays: config.USAGE_SEAL_AFTER_DAYS }),
  deadLetterService({ db, recorder }),
  auditService(log),
]

function serve(
  { config, log, metrics, telemetry, ops }: Context,
  administration: OpenAdministration,
  implementations: ReturnType<typeof servicesOf>,
): Promise<GrpcServer> {
  return serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.metering',
    health: ops,
    log,
    telemetry,
    metrics,
    administration,
    implementations,
  })
}
