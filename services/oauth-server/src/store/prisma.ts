import type { Logger } from '@mtg/observability'
import { openPrisma as openClient } from '@mtg/postgres/prisma'
import { PrismaClient } from '../generated/prisma/client.ts'

export type { PrismaClient } from '../generated/prisma/client.ts'

const POOL_MAX = 2

/** Opens Prisma for administrative reads and writes. */
export function openPrisma(url: string, log: Logger): PrismaClient {
  return openClient(PrismaClient, { url, schema: 'oauth', poolMax: POOL_MAX, log })
}
