import { randomUUID } from 'node:crypto'
import { openAdministration } from '@mtg/audit'
import { type metering, services } from '@mtg/contracts'
import { createLogger, createMetrics } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { asCallId, uuidv7 } from '@mtg/primitives'
import { createBatchClient, createClient, serveGrpc, toTimestamp } from '@mtg/rpc'
import { createServiceDatabase, eventually, type ServiceDatabase } from '@mtg/testing'
import { Client } from 'pg'
import { meteringActs } from '../src/rpc/acts.ts'
import { deadLetterService } from '../src/rpc/dead-letter-service.ts'
import { publisherUsageService } from '../src/rpc/publisher-usage-service.ts'
import { qualityService } from '../src/rpc/quality-service.ts'
import { stageService } from '../src/rpc/stage-service.ts'
import { usageService } from '../src/rpc/usage-service.ts'
import { insertKeyUses } from '../src/store/key-uses.ts'
import { maintainPartitions } from '../src/store/partitions.ts'
import { createIngest, type Ingest } from '../src/use-cases/record/ingest.ts'
import { createKeyUses } from '../src/use-cases/record/key-uses.ts'
import { createRecorder, type Recorder } from '../src/use-cases/record/recorder.ts'

/** How long a test waits for any one answer. */
export const LIMITS = { timeoutMs: 10_000 }

/** The store of metering on a real database of its own. */
export interface Store {
  readonly database: ServiceDatabase
  readonly db: Database
  readonly recorder: Recorder
  readonly ingest: Ingest
  /** Does now what a job does every few seconds. */
  writeKeyUses(): Promise<void>
  /** Rows by a role that may do everything. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export const retention = { recordMonths: 13, observationDays: 7 }
export const log = createLogger({ service: 'metering', level: 'fatal' })

/** Opens a store for one test file, with its partitions unless told otherwise. */
export async function openStore({ withPartitions = true } = {}): Promise<Store> {
  const database = await createServiceDatabase({ service: 'metering' })
  const db = openDatabase({ url: database.url, poolMax: 4, applicationName: 'metering-test', log })
  const admin = new Client({ connectionString: database.adminUrl })
  await admin.connect()
  // As the job does: on a busy machine a dozen tables may take longer than one statement may.
  if (withPartitions) await eventually(() => maintainPartitions(db, retention))
  const metrics = createMetrics('metering')
  const keyUses = createKeyUses()
  const recorder = createRecorder({ db, metrics, bounds: { futureMaxMs: 300_000, ageMaxDays: 35 }, onSplit: () => {} })
  return {
    database,
    db,
    recorder,
    ingest: createIngest({ db, recorder, log, metrics, onUse: keyUses.note }),
    writeKeyUses: () => insertKeyUses(db, keyUses.take()),
    query: async <Row>(sql: string, values: unknown[] = []) => (await admin.query(sql, values)).rows as Row[],
    async close() {
      await db.close()
      await admin.end()
      await database.drop()
    },
  }
}

/** An event as the edge sends it, with a fresh call id. */
export function usageEvent(overrides: Record<string, unknown> = {}) {
  const nowMs = Date.now()
  return {
    callId: asCallId(uuidv7(nowMs)),
    occurredAt: new Date(nowMs).toISOString(),
    buyerId: randomUUID(),
    keyId: randomUUID(),
    purchaseId: randomUUID(),
    appId: randomUUID(),
    publisherUsername: 'acme',
    appName: 'search',
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'deep_search',
    tier: 'paid',
    chargedMicros: '2000',
    totalTokens: '0',
    durationMs: 12,
    ...overrides,
  }
}

/** An event as the edge sends it for a charged call, with how it went. */
export function chargedEvent(overrides: Record<string, unknown> = {}) {
  return { ...usageEvent(), code: 'ok', status: 200, stages: 'authenticate 40;deliver 900 buyer_left', ...overrides }
}

/** An event as older edges send it, beside one without how the call went; now only of calls that are not charged. */
export function observationEvent(overrides: Record<string, unknown> = {}) {
  const nowMs = Date.now()
  return {
    callId: asCallId(uuidv7(nowMs)),
    startedAt: new Date(nowMs).toISOString(),
    buyerId: randomUUID(),
    keyId: randomUUID(),
    app: 'acme/search',
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'deep_search',
    code: 'ok',
    status: 200,
    chargedMicros: '2000',
    stages: [{ name: 'authenticate', durationUs: 40, note: '' }],
    ...overrides,
  }
}

/** The store behind the gRPC services, with clients. */
export async function serveStore(store: Store) {
  const { db } = store
  const administration = openAdministration({
    db,
    log,
    authAddress: undefined,
    token: undefined,
    descriptions: meteringActs(db),
  })
  const server = await serveGrpc({
    administration,
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log,
    domain: 'gateway.metering',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    implementations: [
      usageService({ ...store, reader: store.db }),
      qualityService({ reader: store.db, terms: { windowDays: 30, buyersMin: 3 } }),
      publisherUsageService({ reader: store.db }),
      stageService({ reader: store.db }),
      deadLetterService(store),
    ],
  })
  const { address } = server
  const usage = createClient(services.metering.UsageService, { address })
  const deadLetters = createClient(services.metering.DeadLetterService, { address })
  const stream = createBatchClient({
    service: services.metering.UsageService,
    method: 'RecordUsageStream',
    address,
    toMessage: (records: metering.UsageRecord[]) => ({ records }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: (result: metering.RecordUsageResult__Output) => result.callId,
  })
  return {
    address,
    usage,
    deadLetters,
    /** Records over the stream that edges use. */
    recordOnStream: (record: metering.UsageRecord) => stream.send(record, LIMITS),
    async close() {
      for (const client of [usage, deadLetters, stream]) client.close()
      await server.close()
    },
  }
}

/** A usage event as a record of the wire. */
export function wireRecord(overrides: Record<string, unknown> = {}): metering.UsageRecord {
  const { occurredAt, ...event } = usageEvent(overrides)
  return { ...event, occurredAt: toTimestamp(new Date(occurredAt)) }
}
