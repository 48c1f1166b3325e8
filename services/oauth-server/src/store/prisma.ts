import { translateDatabaseError } from '@mtg/postgres'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '../generated/prisma/client.ts'

export type { Grant, PrismaClient } from '../generated/prisma/client.ts'

const POOL_MAX = 2
const CONNECT_TIMEOUT_MS = 1000

/** Opens Prisma for administrative reads and writes. */
export function openPrisma(url: string): PrismaClient {
  const pool = { connectionString: url, max: POOL_MAX, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  return new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'oauth' }) })
}

/** Runs administrative work; an outage becomes `database_error`. */
export async function run<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw translateDatabaseError(thrown)
  }
}
