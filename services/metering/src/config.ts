import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'

/** Settings of the metering service. */
export const meteringSettings = z.object({
  ...commonSettings,
  GRPC_LISTEN: settings.hostPort().describe('host:port of the gRPC services'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  DATABASE_POOL_MAX: settings.int(8, { min: 1 }).describe('connections to PostgreSQL'),
  NATS_URL: settings.url('nats:', 'tls:').describe('NATS with JetStream, for usage events'),
  NATS_PREFIX: settings.text('').describe('put before every NATS subject, to share a server'),
  RECORD_FUTURE_MAX_MS: settings.int(5 * 60_000).describe('how far ahead of the database clock a record may lie'),
  RECORD_AGE_MAX_DAYS: settings.int(35, { min: 1, max: 35 }).describe('how many days old a new record may be'),
  RECORD_RETENTION_MONTHS: settings.int(13, { min: 2 }).describe('whole months that usage records are kept'),
  OBSERVATION_RETENTION_DAYS: settings.int(7, { min: 1 }).describe('whole days that observations of calls are kept'),
  MAINTENANCE_INTERVAL_MS: settings
    .int(15 * 60_000, { min: 1000 })
    .describe('how often partitions are prepared and dropped'),
})

/** The settings, read and checked. */
export type MeteringConfig = Readonly<z.infer<typeof meteringSettings>>
