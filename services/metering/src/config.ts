import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'

/** Settings of the metering service. */
export const meteringSettings = z.object({
  ...commonSettings,
  GRPC_LISTEN: settings.hostPort().describe('host:port of the gRPC services'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  AUTH_ADDR: settings
    .addresses()
    .optional()
    .describe('gRPC address of auth, which knows operators; unset: only the credential of the operator administers'),
  DATABASE_POOL_MAX: settings.int(8, { min: 1 }).describe('connections to PostgreSQL'),
  DATABASE_READ_URL: settings
    .url('postgresql:', 'postgres:')
    .optional()
    .describe('streaming replica of it for ListUsage and SummarizeUsage; the primary answers when unset or away'),
  DATABASE_READ_LAG_MAX_MS: settings
    .int(2000)
    .describe('by how much the replica may be behind before the primary answers'),
  NATS_URL: settings
    .urls('nats:', 'tls:')
    .describe('NATS with JetStream, for usage events; several servers of a cluster with commas between'),
  NATS_PREFIX: settings.text('').describe('put before every NATS subject, to share a server'),
  USAGE_STREAM_REPLICAS: settings
    .int(1, { min: 1, max: 5 })
    .describe('servers of a NATS cluster that keep each usage event'),
  USAGE_STREAM_MAX_BYTES: settings
    .int(1024 ** 3, { min: 1024 * 1024 })
    .describe('bytes of usage records that may wait to be stored; full, it refuses more, which edges keep'),
  OBSERVATION_STREAM_MAX_BYTES: settings
    .int(64 * 1024 ** 2, { min: 1024 * 1024 })
    .describe('bytes of observations of calls that may wait to be stored; full, it lets the oldest go'),
  RECORD_FUTURE_MAX_MS: settings.int(5 * 60_000).describe('how far ahead of the database clock a record may lie'),
  RECORD_AGE_MAX_DAYS: settings.int(35, { min: 1, max: 35 }).describe('how many days old a new record may be'),
  RECORD_RETENTION_MONTHS: settings
    .int(13, { min: 2 })
    .describe('whole months that usage records are kept: then they are dropped, if they are sealed'),
  USAGE_SEAL_AFTER_DAYS: settings
    .int(40, { min: 36 })
    .describe('how many days after its end a month of usage records is sealed: nothing of it changes from then on'),
  USAGE_EXPORT_DIR: settings
    .text()
    .optional()
    .describe('folder, shared by all replicas, for the files of sealed months; unset: months are dropped without'),
  USAGE_SEAL_INTERVAL_MS: settings
    .int(3_600_000, { min: 50 })
    .describe('how often it is looked whether a month is to be sealed, exported or dropped'),
  OBSERVATION_RETENTION_DAYS: settings.int(7, { min: 1 }).describe('whole days that observations of calls are kept'),
  DEAD_LETTERS_MAX: settings
    .int(10_000, { min: 1 })
    .describe('dead letters that are kept, at most 16 KiB of each; more are only counted'),
  DEAD_LETTER_RETENTION_DAYS: settings.int(30, { min: 1 }).describe('days that a dead letter is kept'),
  QUALITY_WINDOW_DAYS: settings
    .int(30, { min: 1, max: 366 })
    .describe('how many days the quality of apps looks back on, today included'),
  QUALITY_BUYERS_MIN: settings
    .int(3, { min: 1 })
    .describe(
      "distinct buyers, its publisher's own account aside, whose paid calls an app needs before its quality is told",
    ),
  QUALITY_LAG_MS: settings
    .int(5 * 60_000)
    .describe('how long after a call it is counted for the quality of its app: what arrives later is not'),
  QUALITY_INTERVAL_MS: settings
    .int(60_000, { min: 100 })
    .describe('how often calls are counted for the quality of apps'),
  KEY_USE_INTERVAL_MS: settings
    .int(5_000, { min: 100 })
    .describe('how often the last uses of keys are written, once for all calls since the last time'),
  MAINTENANCE_INTERVAL_MS: settings
    .int(15 * 60_000, { min: 1000 })
    .describe('how often partitions are prepared and dropped'),
})

/** The settings, read and checked. */
export type MeteringConfig = Readonly<z.infer<typeof meteringSettings>>
