import { appError } from '@mtg/errors'
import { fieldLimits, textOf } from '@mtg/rpc'
import { type Buyer, emailKeyOf, type PrismaClient, run } from './prisma.ts'

/** The buyer with this e-mail, or `buyer_not_found`. */
export async function buyerByEmail(prisma: PrismaClient, email: string): Promise<Buyer> {
  const emailKey = emailKeyOf(textOf(email, 'email', fieldLimits.emailBytesMax))
  const buyer = await run(prisma.buyer.findUnique({ where: { emailKey } }))
  if (buyer === null) throw appError('buyer_not_found', { message: `No buyer has the e-mail ${email}.` })
  return buyer
}

/** The buyer with this id, or `buyer_not_found`. */
export async function buyerById(prisma: PrismaClient, buyerId: string): Promise<Buyer> {
  const buyer = await run(prisma.buyer.findUnique({ where: { id: buyerId } }))
  if (buyer === null) throw appError('buyer_not_found', { detail: { buyerId } })
  return buyer
}
