import { Prisma, type PrismaClient, run } from './prisma.ts'

/** A publisher among others. */
export interface ListedPublisher {
  readonly id: string
  readonly username: string
  readonly suspended: boolean
  readonly payoutConnected: boolean
  readonly appCount: number
  readonly createdAt: Date
}

/** Which publishers, behind which one. */
export interface PublisherFilter {
  /** Inclusive, and exclusive. */
  readonly names: { readonly from: string; readonly below: string }
  readonly isSuspendedOnly: boolean
  readonly afterName: string
  readonly countMax: number
}

/** Publishers in the order of their names' bytes: an index has them so, whatever the collation. */
export async function listPublishers(prisma: PrismaClient, filter: PublisherFilter): Promise<ListedPublisher[]> {
  const { names, isSuspendedOnly, afterName, countMax } = filter
  const rows = prisma.$queryRaw<ListedPublisher[]>`
    SELECT id::text, username, suspended, payout_connected AS "payoutConnected", created_at AS "createdAt",
           (SELECT count(*)::int FROM apps WHERE publisher_id = publishers.id AND retired_at IS NULL) AS "appCount"
    FROM publishers
    WHERE username COLLATE "C" >= ${names.from} AND username COLLATE "C" < ${names.below} AND username COLLATE "C" > ${afterName}
      ${isSuspendedOnly ? Prisma.sql`AND suspended` : Prisma.empty}
    ORDER BY username COLLATE "C" LIMIT ${countMax}`
  return await run(rows)
}
