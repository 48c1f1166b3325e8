import { type AppliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import type { AccountsFile, BuyerEntry, PublisherLoginEntry } from '../../domain/accounts-file.ts'
import { emailKeyOf } from '../../domain/email.ts'
import type { Passwords } from '../../domain/password.ts'
import { findBuyersByEmail } from '../../store/buyers.ts'
import type { PrismaClient } from '../../store/prisma.ts'
import { findOwners } from '../../store/publisher-owners.ts'
import type { Buyer } from '../../store/rows.ts'
import { fieldsOfBuyer, hashOfBuyer } from './apply-buyer.ts'
import { fieldsOfLogin } from './apply-login.ts'

/** Where accounts are kept, and what guards their secrets. */
export interface AccountDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
}

/** Hashes of the passwords that the file's author changed, by the key of their e-mail. */
export async function hashNewPasswords(
  { prisma, passwords, pepper }: AccountDeps,
  { buyers, publisherLogins }: AccountsFile,
): Promise<ReadonlyMap<string, string>> {
  const emailKeys = buyers.map(entry => emailKeyOf(entry.email))
  const knownBuyers = await findBuyersByEmail(prisma, emailKeys)
  const usernames = publisherLogins.map(entry => entry.username)
  const knownOwners = await findOwners(prisma, usernames)
  const changed = [
    ...buyers.filter(entry =>
      isPasswordNew(entry, knownBuyers.get(emailKeyOf(entry.email)), {
        hash: hashOfBuyer(pepper, entry),
        fields: fieldsOfBuyer(pepper, entry),
      }),
    ),
    ...publisherLogins.filter(entry =>
      isPasswordNew(entry, knownOwners.get(entry.username), {
        hash: appliedHash(pepper, entry),
        fields: fieldsOfLogin(pepper, entry),
      }),
    ),
  ]
  const texts = new Map(changed.map(entry => [emailKeyOf(entry.email), entry.password]))
  const hashes = new Map<string, string>()
  for (const [emailKey, password] of texts) hashes.set(emailKey, await passwords.hash(password))
  return hashes
}

/** A password that was changed since by other means stays, as long as the file's author does not change theirs. */
function isPasswordNew(
  { password }: BuyerEntry | PublisherLoginEntry,
  known: Pick<Buyer, 'appliedHash' | 'appliedFields'> | undefined,
  { hash, fields }: { readonly hash: Uint8Array; readonly fields: AppliedFields },
): boolean {
  if (password === '' || isSameEntry(known?.appliedHash, hash)) return false
  return isFieldChanged(known?.appliedFields, fields, 'password')
}
