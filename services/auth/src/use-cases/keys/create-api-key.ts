import { appError } from '@mtg/errors'
import { generateApiKey, storedKeyOf } from '../../domain/api-key.ts'
import { createKey, findKeyByName } from '../../store/api-keys.ts'
import type { ApiKey, PrismaClient } from '../../store/prisma.ts'
import { validateKeyName, validateScope } from '../accounts/validate.ts'
import { buyerByEmail } from '../buyers/find-buyer.ts'

/** A key that a person asks for. */
export interface KeyWish {
  readonly email: string
  readonly name: string
  readonly scope: string
  /** For automated workflows. */
  readonly isAmbient: boolean
}

/** Makes a key for the buyer with this e-mail. Its text is in the answer and nowhere else. */
export async function createApiKey(
  { prisma, pepper }: { readonly prisma: PrismaClient; readonly pepper: Buffer },
  { email, name, scope, isAmbient }: KeyWish,
): Promise<{ text: string; key: ApiKey }> {
  validateKeyName(name)
  validateScope(scope)
  const buyer = await buyerByEmail(prisma, email)
  if ((await findKeyByName(prisma, buyer.id, name)) !== undefined) {
    throw appError('invalid_argument', {
      message: `${buyer.email} already has a key named "${name}": choose another name.`,
    })
  }
  const text = generateApiKey(isAmbient ? 'vai-sk-' : 'vnb-sk-')
  const key = await createKey(prisma, { buyerId: buyer.id, name, scope, ...storedKeyOf(pepper, text) })
  return { text, key }
}
