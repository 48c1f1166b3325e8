import { runTranslated } from '@mtg/postgres/prisma'
import { asGrantId, asKeyId, type BuyerId, expectUuid, type GrantId, type KeyId } from '@mtg/primitives'
import type { RevocationReason } from './grants.ts'
import type { PrismaClient } from './prisma.ts'

/** A live grant as its buyer sees it: what was allowed to whom. */
export interface BuyerGrant {
  readonly id: GrantId
  readonly keyId: KeyId
  readonly redirectHost: string
  readonly scope: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
}

const BY_BUYER: RevocationReason = 'buyer'

/** Which of a buyer's grants. */
export interface GrantPage {
  readonly buyerId: BuyerId
  /** The last one of the page before; undefined: from the newest. */
  readonly after: { readonly createdAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Grants of a buyer that are live at `now`, newest first. */
export async function listLiveGrants(prisma: PrismaClient, page: GrantPage, now: Date): Promise<BuyerGrant[]> {
  const { buyerId, after, limit } = page
  const where = { buyerId, ...liveAt(now), ...(after && olderThan(after)) }
  const grants = await runTranslated(
    prisma.grant.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit }),
  )
  return grants.map(grant => ({
    ...grant,
    id: asGrantId(expectUuid(grant.id)),
    keyId: asKeyId(expectUuid(grant.keyId)),
  }))
}

function olderThan({ createdAt, id }: NonNullable<GrantPage['after']>) {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}

/** Whether the buyer has, or ever had, this grant. */
export async function hasGrant(prisma: PrismaClient, buyerId: BuyerId, grantId: GrantId): Promise<boolean> {
  return (await runTranslated(prisma.grant.findFirst({ where: { id: grantId, buyerId } }))) !== null
}

/** Ends one live grant of a buyer, or all of them, and answers how many. */
export async function revokeLiveGrants(
  prisma: PrismaClient,
  { buyerId, grantId }: { readonly buyerId: BuyerId; readonly grantId: GrantId | undefined },
  now: Date,
): Promise<number> {
  const where = { buyerId, ...(grantId !== undefined && { id: grantId }), ...liveAt(now) }
  const data = { revokedAt: now, revokedReason: BY_BUYER }
  return (await runTranslated(prisma.grant.updateMany({ where, data }))).count
}

function liveAt(now: Date) {
  return { revokedAt: null, expiresAt: { gt: now } }
}
