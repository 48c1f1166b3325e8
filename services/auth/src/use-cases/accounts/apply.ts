import { type auth } from '@mtg/contracts'
import { invalidField } from '@mtg/rpc'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import type { Passwords } from '../../domain/password.ts'
import { type Buyer, emailKeyOf, inTransaction, type PrismaClient, run, type Transaction } from '../../store/prisma.ts'
import { applyBuyer, fieldsOfBuyer } from './apply-buyer.ts'
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

/** Hashing is slow on purpose, so it happens before the transaction, and only for passwords that the author changed. */
async function hashNewPasswords(
  deps: ApplyDeps,
  request: auth.ApplyAccountsRequest__Output,
): Promise<Map<string, string>> {
  const { prisma, pepper } = deps
  const buyers = await run(
    prisma.buyer.findMany({ where: { emailKey: { in: request.buyers.map(b => emailKeyOf(b.email)) } } }),
  )
  const owners = await run(
    prisma.publisherOwner.findMany({ where: { username: { in: request.publisherLogins.map(o => o.username) } } }),
  )
  const knownBuyers = new Map(buyers.map(buyer => [buyer.emailKey, buyer]))
  const knownOwners = new Map(owners.map(owner => [owner.username, owner]))
  const changed = [
    ...request.buyers.filter(entry =>
      isPasswordNew(pepper, knownBuyers.get(emailKeyOf(entry.email)), entry, fieldsOfBuyer(pepper, entry)),
    ),
    ...request.publisherLogins.filter(entry =>
      isPasswordNew(pepper, knownOwners.get(entry.username), entry, fieldsOfOwner(pepper, entry)),
    ),
  ]
  const passwords = new Map(changed.map(entry => [emailKeyOf(entry.email), entry.password]))
  const hashes = new Map<string, string>()
  for (const [emailKey, password] of passwords) hashes.set(emailKey, await deps.passwords.hash(password))
  return hashes
}

/** A password that was changed since by other means stays, as long as the file's author does not change theirs. */
function isPasswordNew(
  pepper: Buffer,
  known: Pick<Buyer, 'appliedHash' | 'appliedFields'> | undefined,
  entry: auth.BuyerEntry__Output | auth.PublisherLogin__Output,
  fields: AppliedFields,
): boolean {
  if (entry.password === '' || isSameEntry(known?.appliedHash, appliedHash(pepper, entry))) return false
  return isFieldChanged(known?.appliedFields, fields, 'password')
}

function fieldsOfOwner(pepper: Buffer, { email, password }: auth.PublisherLogin__Output): AppliedFields {
  return appliedFields(pepper, { email, password })
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
      buyers: buyers.map(({ answer }) => answer),
      changedCount: changedBuyers.length + changedOwnerCount,
      keptBack: buyers.flatMap(({ keptBack }) => keptBack),
    },
    changedBuyerIds: changedBuyers.map(({ answer }) => answer.buyerId ?? ''),
  }
}

async function applyOwner(tx: Transaction, pepper: Buffer, entry: auth.PublisherLogin__Output): Promise<boolean> {
  const { username } = entry
  const emailKey = emailKeyOf(entry.email)
  const hash = appliedHash(pepper, entry)
  const known = await tx.publisherOwner.findUnique({ where: { username } })
  const fields = fieldsOfOwner(pepper, entry)
  if (known !== null && isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null) {
      await tx.publisherOwner.update({ where: { username }, data: { appliedFields: fields } })
    }
    return false
  }
  const holder = await tx.publisherOwner.findUnique({ where: { emailKey } })
  if (holder !== null && holder.username !== username) {
    throw invalidField('email', `${entry.email} already belongs to publisher ${holder.username}`)
  }
  const data = { emailKey, appliedHash: new Uint8Array(hash), appliedFields: fields }
  await tx.publisherOwner.upsert({ where: { username }, create: { username, ...data }, update: data })
  return true
}
