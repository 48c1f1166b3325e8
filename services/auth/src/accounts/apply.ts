import { type auth, invalidField } from '@mtg/rpc'
import { appliedHash, isSameEntry } from '@mtg/runtime'
import { digestApiKey, generateApiKey, type KeyParts, parseApiKey } from '../domain/api-key.ts'
import type { Passwords } from '../domain/password.ts'
import { emailKeyOf, inTransaction, type PrismaClient, run, type Transaction } from '../store/prisma.ts'
import { validateAccounts } from './validate.ts'

/** What applying stands on. */
export interface ApplyDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
}

/** What was applied, and whose cached identity is stale now. */
export interface Applied {
  readonly response: auth.ApplyAccountsResponse
  readonly changedBuyerIds: readonly string[]
}

/** Thrown inside the transaction so that a validation leaves nothing behind. */
class ValidatedOnly extends Error {
  readonly applied: Applied

  constructor(applied: Applied) {
    super('validated only')
    this.applied = applied
  }
}

/** Applies the accounts of a marketplace file: all of them or none. */
export async function applyAccounts(deps: ApplyDeps, request: auth.ApplyAccountsRequest__Output): Promise<Applied> {
  validateAccounts(request)
  const passwordHashes = request.validateOnly ? new Map<string, string>() : await hashNewPasswords(deps, request)
  try {
    return await inTransaction(deps.prisma, async tx => {
      const applied = await applyAll(tx, deps.pepper, request, passwordHashes)
      if (request.validateOnly) throw new ValidatedOnly(applied)
      return applied
    })
  } catch (thrown) {
    if (thrown instanceof ValidatedOnly) return thrown.applied
    throw thrown
  }
}

/** Hashing is slow on purpose, so it happens before the transaction, and only for entries that changed. */
async function hashNewPasswords(
  deps: ApplyDeps,
  request: auth.ApplyAccountsRequest__Output,
): Promise<Map<string, string>> {
  const buyers = await run(
    deps.prisma.buyer.findMany({ where: { emailKey: { in: request.buyers.map(b => emailKeyOf(b.email)) } } }),
  )
  const owners = await run(deps.prisma.publisherOwner.findMany())
  const knownBuyers = new Map(buyers.map(buyer => [buyer.emailKey, buyer.appliedHash]))
  const knownOwners = new Map(owners.map(owner => [owner.username, owner.appliedHash]))
  const changed = [
    ...request.buyers.filter(
      entry => !isSameEntry(knownBuyers.get(emailKeyOf(entry.email)), appliedHash(deps.pepper, entry)),
    ),
    ...request.publisherLogins.filter(
      entry => !isSameEntry(knownOwners.get(entry.username), appliedHash(deps.pepper, entry)),
    ),
  ]
  const passwords = new Map(
    changed.filter(entry => entry.password !== '').map(entry => [emailKeyOf(entry.email), entry.password]),
  )
  const hashes = new Map<string, string>()
  for (const [emailKey, password] of passwords) hashes.set(emailKey, await deps.passwords.hash(password))
  return hashes
}

async function applyAll(
  tx: Transaction,
  pepper: Buffer,
  request: auth.ApplyAccountsRequest__Output,
  passwordHashes: ReadonlyMap<string, string>,
): Promise<Applied> {
  // Two applications at once would both find an entry missing.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7210904418)`
  for (const [emailKey, passwordHash] of passwordHashes) {
    await tx.login.upsert({ where: { emailKey }, create: { emailKey, passwordHash }, update: { passwordHash } })
  }
  const buyers = []
  for (const entry of request.buyers) buyers.push(await applyBuyer(tx, pepper, entry))
  let changedOwnerCount = 0
  for (const entry of request.publisherLogins) changedOwnerCount += (await applyOwner(tx, pepper, entry)) ? 1 : 0
  const changedBuyers = buyers.filter(buyer => buyer.changed)
  return {
    response: {
      buyers: buyers.map(({ email, buyerId, generatedKeys }) => ({ email, buyerId, generatedKeys })),
      changedCount: changedBuyers.length + changedOwnerCount,
    },
    changedBuyerIds: changedBuyers.map(buyer => buyer.buyerId),
  }
}

async function applyBuyer(tx: Transaction, pepper: Buffer, entry: auth.BuyerEntry__Output) {
  const { email, suspended } = entry
  const emailKey = emailKeyOf(email)
  const hash = appliedHash(pepper, entry)
  const known = await tx.buyer.findUnique({ where: { emailKey } })
  if (known !== null && isSameEntry(known.appliedHash, hash)) {
    return { email, buyerId: known.id, generatedKeys: [], changed: false }
  }
  const data = { email, suspended, appliedHash: new Uint8Array(hash) }
  const buyer = await tx.buyer.upsert({ where: { emailKey }, create: { emailKey, ...data }, update: data })
  const generatedKeys: auth.GeneratedKey[] = []
  for (const key of entry.keys) {
    const generated = await applyKey(tx, pepper, buyer.id, email, key)
    if (generated !== undefined) generatedKeys.push({ name: key.name, key: generated })
  }
  return { email, buyerId: buyer.id, generatedKeys, changed: true }
}

/** Answers with the key's text when it had to be generated. */
async function applyKey(
  tx: Transaction,
  pepper: Buffer,
  buyerId: string,
  email: string,
  entry: auth.ApiKeyEntry__Output,
) {
  const { name, scope, revoked } = entry
  const known = await tx.apiKey.findUnique({ where: { buyerId_name: { buyerId, name } } })
  const generated = entry.key === '' && known === null ? generateApiKey('vnb-sk-') : undefined
  const text = generated ?? entry.key
  const revokedAt = revoked ? (known?.revokedAt ?? new Date()) : null
  const identity = text === '' ? {} : await identityOf(tx, pepper, text, { buyerId, name, email })
  if (known !== null) {
    await tx.apiKey.update({ where: { id: known.id }, data: { scope, revokedAt, ...identity } })
  } else {
    const parts = { ...(parseApiKey(text) as KeyParts), digest: new Uint8Array(digestApiKey(pepper, text)) }
    await tx.apiKey.create({ data: { buyerId, name, scope, revokedAt, ...parts } })
  }
  return generated
}

async function identityOf(
  tx: Transaction,
  pepper: Buffer,
  text: string,
  owner: { buyerId: string; name: string; email: string },
) {
  const digest = new Uint8Array(digestApiKey(pepper, text))
  const holder = await tx.apiKey.findUnique({ where: { digest } })
  if (holder !== null && (holder.buyerId !== owner.buyerId || holder.name !== owner.name)) {
    throw invalidField('key', `"${owner.name}" of ${owner.email} already belongs to another key or buyer`)
  }
  const { prefix, lastFour } = parseApiKey(text) as KeyParts
  return { digest, prefix, lastFour }
}

async function applyOwner(tx: Transaction, pepper: Buffer, entry: auth.PublisherLogin__Output): Promise<boolean> {
  const { username } = entry
  const emailKey = emailKeyOf(entry.email)
  const hash = appliedHash(pepper, entry)
  const known = await tx.publisherOwner.findUnique({ where: { username } })
  if (known !== null && isSameEntry(known.appliedHash, hash)) return false
  const holder = await tx.publisherOwner.findUnique({ where: { emailKey } })
  if (holder !== null && holder.username !== username) {
    throw invalidField('email', `${entry.email} already belongs to publisher ${holder.username}`)
  }
  const data = { emailKey, appliedHash: new Uint8Array(hash) }
  await tx.publisherOwner.upsert({ where: { username }, create: { username, ...data }, update: data })
  return true
}
