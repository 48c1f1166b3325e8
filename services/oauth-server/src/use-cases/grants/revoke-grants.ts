import { appError } from '@mtg/errors'
import type { BuyerId, Clock, GrantId } from '@mtg/primitives'
import { hasGrant, revokeLiveGrants } from '../../store/buyer-grants.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import type { EndedGrants } from './grant.ts'

/** Where grants are, and who is told that they have ended. */
export interface RevokeDeps {
  readonly prisma: PrismaClient
  readonly clock: Clock
  readonly endedGrants: EndedGrants
}

/** Ends a grant of a buyer, or all when none is named, and answers how many were live. Their access tokens end with them. */
export async function revokeGrants(
  { prisma, clock, endedGrants }: RevokeDeps,
  buyerId: BuyerId,
  grantId: GrantId | undefined,
): Promise<number> {
  if (grantId !== undefined && !(await hasGrant(prisma, buyerId, grantId))) {
    throw appError('not_found', { message: 'The buyer has no such grant.' })
  }
  const count = await revokeLiveGrants(prisma, { buyerId, grantId }, new Date(clock.nowMs()))
  await endedGrants.announce()
  return count
}
