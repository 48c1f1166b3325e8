import { appError } from '@mtg/errors'
import type { Clock, KeyId } from '@mtg/primitives'
import { digestApiKey, hasExpired, keyExpired, parseApiKey } from '../../domain/api-key.ts'
import { findOwnedKey, type KeyIdentity } from '../../store/api-keys.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import type { OwnedKey } from '../../store/rows.ts'

/** Where keys are kept, and the time that they expire by. */
export interface KeyDeps {
  readonly prisma: PrismaClient
  readonly clock: Clock
}

/** The key with this text and its buyer, or the reason why it must not be used. */
export async function liveKeyByText(deps: KeyDeps, pepper: Buffer, text: string): Promise<OwnedKey> {
  if (parseApiKey(text) === undefined) throw appError('api_key_invalid', { detail: { reason: 'format' } })
  return await liveKey(deps, { digest: new Uint8Array(digestApiKey(pepper, text)) })
}

/** The key with this id and its buyer, or the reason why it must not be used. */
export async function liveKeyById(deps: KeyDeps, id: KeyId): Promise<OwnedKey> {
  return await liveKey(deps, { id })
}

async function liveKey({ prisma, clock }: KeyDeps, identity: KeyIdentity): Promise<OwnedKey> {
  const key = await findOwnedKey(prisma, identity)
  if (key === undefined) throw appError('api_key_invalid', { detail: { reason: 'unknown key' } })
  const expiresAtMs = key.expiresAt?.getTime()
  if (hasExpired(expiresAtMs, clock.nowMs())) throw keyExpired(key.id, expiresAtMs)
  if (key.revokedAt !== null) throw appError('api_key_revoked', { detail: { keyId: key.id } })
  if (key.buyer.suspended) throw appError('buyer_suspended', { detail: { buyerId: key.buyerId } })
  return key
}
