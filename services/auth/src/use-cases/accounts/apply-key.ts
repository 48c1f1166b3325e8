import { type auth } from '@mtg/contracts'
import { invalidField } from '@mtg/rpc'
import { appliedFields, isFieldChanged } from '@mtg/runtime'
import { digestApiKey, generateApiKey, type KeyParts, parseApiKey } from '../../domain/api-key.ts'
import type { ApiKey, Transaction } from '../../store/prisma.ts'

/** The buyer a key of the file belongs to. */
export interface KeyOwner {
  readonly buyerId: string
  readonly email: string
}

/** What became of a key of the file. */
export interface AppliedKey {
  /** Its text, when it had to be generated. */
  readonly generated?: string
  /** What was not done for it. */
  readonly keptBack?: string
}

/** Applies a key. One that was revoked stays as it is, whatever the file says: neither it nor its tokens work again. */
export async function applyKey(
  tx: Transaction,
  pepper: Buffer,
  owner: KeyOwner,
  entry: auth.ApiKeyEntry__Output,
): Promise<AppliedKey> {
  const { name, scope, revoked } = entry
  const fields = appliedFields(pepper, { key: entry.key, scope, revoked })
  const known = await tx.apiKey.findUnique({ where: { buyerId_name: { buyerId: owner.buyerId, name } } })
  if (known === null) return await createKey(tx, pepper, owner, entry)
  if (known.revokedAt !== null) {
    const text = `key "${name}" of ${owner.email} stays revoked: make another one with mtg key create, or give the new key of the file a name of its own`
    return revoked ? {} : { keptBack: text }
  }
  const changed = (field: string) => isFieldChanged(known.appliedFields, fields, field)
  const identity = changed('key') && entry.key !== '' ? await identityOf(tx, pepper, entry.key, owner, name) : {}
  const data = {
    appliedFields: fields,
    ...(changed('scope') && { scope }),
    ...(revoked && { revokedAt: new Date() }),
    ...identity,
  }
  await tx.apiKey.update({ where: { id: known.id }, data })
  return {}
}

async function createKey(
  tx: Transaction,
  pepper: Buffer,
  owner: KeyOwner,
  entry: auth.ApiKeyEntry__Output,
): Promise<AppliedKey> {
  const { name, scope, revoked } = entry
  const generated = entry.key === '' ? generateApiKey('vnb-sk-') : undefined
  const identity = await identityOf(tx, pepper, generated ?? entry.key, owner, name)
  const revokedAt = revoked ? new Date() : null
  const fields = appliedFields(pepper, { key: entry.key, scope, revoked })
  await tx.apiKey.create({
    data: { buyerId: owner.buyerId, name, scope, revokedAt, appliedFields: fields, ...identity },
  })
  return generated === undefined ? {} : { generated }
}

async function identityOf(
  tx: Transaction,
  pepper: Buffer,
  text: string,
  owner: KeyOwner,
  name: string,
): Promise<Pick<ApiKey, 'digest' | 'prefix' | 'lastFour'>> {
  const digest = new Uint8Array(digestApiKey(pepper, text))
  const holder = await tx.apiKey.findUnique({ where: { digest } })
  if (holder !== null && (holder.buyerId !== owner.buyerId || holder.name !== name)) {
    throw invalidField('key', `"${name}" of ${owner.email} already belongs to another key or buyer`)
  }
  if ((await tx.deletedKey.findUnique({ where: { digest } })) !== null) {
    throw invalidField('key', `"${name}" of ${owner.email} belonged to a buyer who was deleted: give it another text`)
  }
  const { prefix, lastFour } = parseApiKey(text) as KeyParts
  return { digest, prefix, lastFour }
}
