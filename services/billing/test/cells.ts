import assert from 'node:assert/strict'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { cellOf, spreadBuckets } from '@mtg/cells'
import { type billing, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { toAppError } from '@mtg/errors'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { callersSetting, createClient, newSecret } from '@mtg/rpc'
import { type Closable, createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, eventually, natsUrl, redisUrl } from '@mtg/testing'
import { Client } from 'pg'
import { billingSettings, startBilling } from '../src/index.ts'
import { openCallStreams } from './call-streams.ts'
import { purchaseOf } from './harness.ts'

/** One cell: billing on a database of its own. */
export interface TestCell {
  readonly name: string
  readonly address: string
  readonly origin: string
  /** By a role that may do everything. */
  readonly sql: Client
  readonly streams: ReturnType<typeof openCallStreams>
  /** Of a process of this cell. */
  readonly env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string }
  stop(): Promise<void>
  start(): Promise<void>
}

/** What `startCells` has started. */
export type TestCells<Name extends string = string> = Awaited<ReturnType<typeof startCells<Name>>>

/** Several billings in this process, which share the buyers. */
export async function startCells<Name extends string>(names: readonly Name[], settings: Record<string, string> = {}) {
  const places = await Promise.all(
    names.map(async name => ({
      name,
      address: `127.0.0.1:${await freePort()}`,
      http: `127.0.0.1:${await freePort()}`,
      database: await createServiceDatabase({ service: 'billing' }),
    })),
  )
  const prefix = `cells_${randomBytes(4).toString('hex')}`
  const secrets = { billing: newSecret(), operator: newSecret(), 'edge-proxy': newSecret(), console: newSecret() }
  const env = {
    GRPC_TOKEN: secrets.billing,
    GRPC_CALLERS: callersSetting('billing', caller => secrets[caller as keyof typeof secrets]),
    CELLS: places.map(({ name, address }) => `${name}=${address}`).join(';'),
    REDIS_URL: await redisUrl(),
    REDIS_PREFIX: `${prefix}:`,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: `${prefix}.`,
    METERING_ADDR: '127.0.0.1:1',
    PAYMENT_PROCESSOR: 'test',
    BASE_URL: `http://${places[0]?.http}`,
    TRANSFER_RETRY_MS: '200',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...settings,
  }
  const log = createLogger({ service: 'billing', level: 'silent' })
  const envOf = ({ name, address, http, database }: (typeof places)[number]) => ({
    ...env,
    CELL: name,
    GRPC_LISTEN: address,
    HTTP_LISTEN: http,
    DATABASE_URL: database.url,
  })
  const start = async (place: (typeof places)[number]): Promise<Closable> => {
    const config = loadConfig(billingSettings, envOf(place))
    const metrics = createMetrics('billing')
    const ops = createOps({ log, clock: systemClock, metrics })
    return await startBilling({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  }
  const cells = await Promise.all(
    places.map(async (place): Promise<TestCell> => {
      const sql = new Client({ connectionString: place.database.adminUrl })
      sql.on('error', () => {}) // A test may take the server away.
      await sql.connect()
      let running: Closable | undefined = await start(place)
      const streams = openCallStreams(place.address, secrets['edge-proxy'])
      return {
        name: place.name,
        address: place.address,
        origin: `http://${place.http}`,
        sql,
        streams,
        env: envOf(place),
        async stop() {
          await running?.close()
          running = undefined
        },
        async start() {
          running ??= await start(place)
        },
      }
    }),
  )
  const clientOf = <Definition>(ref: Parameters<typeof createClient<Definition>>[0], cell = 0) =>
    createClient(ref, { address: cells[cell]?.address ?? '', token: secrets.operator })
  const catalog = clientOf(services.billing.CatalogAdminService)
  const cellNamed = (name: Name): TestCell => {
    const cell = cells.find(known => known.name === name)
    assert.ok(cell)
    return cell
  }
  return {
    cells,
    cellNamed,
    secrets,
    env,
    clientOf,
    catalog,
    /** Buyers with money and the paid tier of acme/search: as many in each cell as in the others. */
    async buyers(count: number, balanceMicros: bigint): Promise<string[]> {
      const first = randomInt(names.length)
      const entries: billing.BuyerAccountEntry[] = Array.from({ length: count }, (_, index) => {
        const buyerId = buyerOf(names, (first + Math.floor((index * names.length) / count)) % names.length)
        const purchases = [purchaseOf('acme/search', 'TIER_PAID')]
        return { buyerId, email: `${buyerId}@example.test`, openingBalanceMicros: balanceMicros.toString(), purchases }
      })
      await catalog.ApplyCatalog({ buyers: entries }, { timeoutMs: 20_000 })
      return entries.map(({ buyerId }) => buyerId ?? '')
    },
    /** The cell whose purchases name the buyer: all of them are in one. */
    async ownerOf(buyerId: string): Promise<Name> {
      const owners: Name[] = []
      for (const name of names) {
        const { rowCount } = await cellNamed(name).sql.query('SELECT FROM purchases WHERE buyer_id = $1', [buyerId])
        if (rowCount !== 0) owners.push(name)
      }
      const [owner] = owners
      assert.ok(owner !== undefined && owners.length === 1, `${buyerId} is in ${owners.join(' and ') || 'no cell'}`)
      return owner
    },
    async stop() {
      catalog.close()
      for (const { streams } of cells) streams.close()
      await Promise.all(cells.map(cell => cell.stop()))
      await Promise.all(cells.map(cell => cell.sql.end()))
      await Promise.all(places.map(({ database }) => database.drop()))
    },
  }
}

const PATIENCE_MS = 240_000

/** As an edge asks, however long a busy machine takes: what the gateway itself failed at is asked again, by the same id. */
export function untilTold<Result extends { readonly refusal?: { readonly code: string } | null }>(
  send: () => Promise<Result>,
): Promise<string | undefined> {
  return eventually(async () => {
    const code = (await send()).refusal?.code
    if (code === 'cell_unavailable' || code === 'internal_error' || code === 'database_error') throw new Error(code)
    return code
  }, PATIENCE_MS)
}

const OURS = new Set(['cell_unavailable', 'internal_error', 'database_error', 'overloaded'])

/**
 * The same client, whose questions are asked again while the gateway itself fails: a busy machine may be silent for longer than one may
 * take. For methods that may be repeated.
 */
export function patient<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'close') return member
      return (...values: unknown[]) => untilAnswered(() => Reflect.apply(member, target, values))
    },
  })
}

async function untilAnswered(ask: () => unknown): Promise<unknown> {
  const told = await eventually(async () => {
    try {
      return { answer: await ask() }
    } catch (refusal) {
      if (OURS.has(toAppError(refusal).code)) throw refusal
      return { refusal }
    }
  }, PATIENCE_MS)
  if ('refusal' in told) throw told.refusal
  return told.answer
}

/** A new buyer whom one of the cells has from the beginning. */
function buyerOf(names: readonly string[], position: number): string {
  const map = { version: 1n, names, buckets: spreadBuckets(names.length), moved: new Map<string, string>() }
  for (;;) {
    const buyerId = randomUUID()
    if (cellOf(map, buyerId) === names[position]) return buyerId
  }
}
