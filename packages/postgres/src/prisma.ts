import type { Logger } from '@mtg/observability'
import { PrismaPg } from '@prisma/adapter-pg'
import { connectTimeoutMsOf } from './connect-timeout.ts'
import { translateDatabaseError } from './translate.ts'
import { WatchedPool } from './watched-pool.ts'

/** Where Prisma reads and writes. */
export interface PrismaOptions {
  readonly url: string
  /** The service's own schema. */
  readonly schema: string
  /** Connections beside those of `openDatabase`. */
  readonly poolMax: number
  readonly log: Logger
}

/** The part of a generated client that runs transactions; `Transaction` is the client inside one. */
export interface Transactional<Transaction> {
  $transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options?: { readonly timeout?: number; readonly maxWait?: number },
  ): Promise<T>
}

/** A transaction's wait for its connection, which Prisma bounds by itself. */
const MAX_WAIT_MS = 1000

/** Opens a service's generated client, for administrative reads and writes. */
export function openPrisma<Client>(
  Client: new (options: { adapter: PrismaPg }) => Client,
  { url, schema, poolMax, log }: PrismaOptions,
): Client {
  const config = { connectionString: url, max: poolMax, connectionTimeoutMillis: connectTimeoutMsOf(url) }
  const pool = new WatchedPool(config, { name: `${schema}-prisma`, log })
  return new Client({ adapter: new PrismaPg(pool, { schema, disposeExternalPool: true }) })
}

/** Runs administrative work; an outage becomes `database_error`. */
export async function runTranslated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw translateDatabaseError(thrown)
  }
}

/** Runs work in one transaction: all or nothing. An outage becomes `database_error`. */
export function runTransaction<Transaction, T>(
  prisma: Transactional<Transaction>,
  timeoutMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return runTranslated(prisma.$transaction(work, { timeout: timeoutMs, maxWait: MAX_WAIT_MS }))
}
