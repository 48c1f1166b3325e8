import type { BuyerId } from '@mtg/primitives'
import type { Invalidate } from '../../clients/invalidate.ts'
import { digestEmail } from '../../domain/email.ts'
import { deleteBuyer, setSuspended } from '../../store/buyers.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import { buyerByEmail } from './find-buyer.ts'

/** Suspends the buyer with this e-mail, or ends that; answers with its id. Its keys and tokens follow at once. */
export async function changeBuyerStatus(
  { prisma, invalidate }: { readonly prisma: PrismaClient; readonly invalidate: Invalidate },
  email: string,
  suspended: boolean,
): Promise<BuyerId> {
  const { id } = await buyerByEmail(prisma, email)
  await setSuspended(prisma, id, suspended)
  invalidate('buyer', id)
  return id
}

/** Deletes the buyer with this e-mail and its keys, and takes care that no file brings them back; answers with its id. */
export async function removeBuyer(
  {
    prisma,
    invalidate,
    pepper,
  }: { readonly prisma: PrismaClient; readonly invalidate: Invalidate; readonly pepper: Buffer },
  email: string,
): Promise<BuyerId> {
  const buyer = await buyerByEmail(prisma, email)
  await deleteBuyer(prisma, buyer, digestEmail(pepper, buyer.emailKey))
  invalidate('buyer', buyer.id)
  return buyer.id
}
