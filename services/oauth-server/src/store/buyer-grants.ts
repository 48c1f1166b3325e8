import { runTranslated } from '@mtg/postgres/prisma'
import type { RevocationReason } from './grants.ts'
import type { PrismaClient } from './prisma.ts'

/** A live grant as its buyer sees it: what was allowed to whom. */
export interface BuyerGrant {
  readonly id: string
  readonly keyId: string
  readonly redirectHost: string
  readonly scope: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
}

const BY_BUYER: RevocationReason = 'buyer'

/** The grants of a buyer that are live at `now`, newest first. */
export function listLiveGrants(prisma: PrismaClient, buyerId: string, now: Date): Promise<BuyerGrant[]> {
  const where = { buyerId, ...liveAt(now) }
  return runTranslated(prisma.grant.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }))
}

/** Whether the buyer has, or ever had, this grant. */
export async function hasGrant(prisma: PrismaClient, buyerId: string, grantId: string): Promise<boolean> {
  return (await runTranslated(prisma.grant.findFirst({ where: { id: grantId, buyerId } }))) !== null
}

/** Ends one live grant of a buyer, or all of them, and answers how many. */
export async function revokeLiveGrants(
  prisma: PrismaClient,
  { buyerId, grantId }: { readonly buyerId: string; readonly grantId: string | undefined },
  now: Date,
): Promise<number> {
  const where = { buyerId, ...(grantId !== undefined && { id: grantId }), ...liveAt(now) }
  const data = { revokedAt: now, revokedReason: BY_BUYER }
  return (await runTranslated(prisma.grant.updateMany({ where, data }))).count
}

function liveAt(now: Date) {
  return { revokedAt: null, expiresAt: { gt: now } }
}
