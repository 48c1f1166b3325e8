import { appError } from '@mtg/errors'
import { digestApiKey, parseApiKey } from '../../domain/api-key.ts'
import { findOwnedKey, type KeyIdentity, type OwnedKey } from '../../store/api-keys.ts'
import type { PrismaClient } from '../../store/prisma.ts'

/** The key with this text and its buyer, or the reason why it must not be used. */
export async function liveKeyByText(prisma: PrismaClient, pepper: Buffer, text: string): Promise<OwnedKey> {
  if (parseApiKey(text) === undefined) throw appError('api_key_invalid', { detail: { reason: 'format' } })
  return await liveKey(prisma, { digest: new Uint8Array(digestApiKey(pepper, text)) })
}

/** The key with this id and its buyer, or the reason why it must not be used. */
export async function liveKeyById(prisma: PrismaClient, id: string): Promise<OwnedKey> {
  return await liveKey(prisma, { id })
}

async function liveKey(prisma: PrismaClient, identity: KeyIdentity): Promise<OwnedKey> {
  const key = await findOwnedKey(prisma, identity)
  if (key === undefined) throw appError('api_key_invalid', { detail: { reason: 'unknown key' } })
  if (key.revokedAt !== null) throw appError('api_key_revoked', { detail: { keyId: key.id } })
  if (key.buyer.suspended) throw appError('buyer_suspended', { detail: { buyerId: key.buyerId } })
  return key
}
