import { type AppError, appError } from '@mtg/errors'
import type { BuyerId } from '@mtg/primitives'
import { fieldLimits, textOf } from '@mtg/rpc'
import { emailKeyOf } from '../../domain/email.ts'
import { findBuyerByEmail, findBuyerById } from '../../store/buyers.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import type { Buyer } from '../../store/rows.ts'

/** The buyer with this e-mail, or `buyer_not_found`. */
export async function buyerByEmail(prisma: PrismaClient, email: string): Promise<Buyer> {
  const emailKey = emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))
  const buyer = await findBuyerByEmail(prisma, emailKey)
  if (buyer === undefined) throw buyerMissing(email)
  return buyer
}

/** The refusal when no buyer has this e-mail. */
export function buyerMissing(email: string): AppError {
  return appError('buyer_not_found', { message: `No buyer has the e-mail ${email}.` })
}

/** The buyer with this id, or `buyer_not_found`. */
export async function buyerById(prisma: PrismaClient, buyerId: BuyerId): Promise<Buyer> {
  const buyer = await findBuyerById(prisma, buyerId)
  if (buyer === undefined) throw appError('buyer_not_found', { detail: { buyerId } })
  return buyer
}
