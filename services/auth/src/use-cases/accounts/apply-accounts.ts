import type { Logger } from '@mtg/observability'
import type { Invalidate } from '../../clients/invalidate.ts'
import type { AccountsFile, BuyerEntry, PublisherLoginEntry } from '../../domain/accounts-file.ts'
import { savePassword } from '../../store/logins.ts'
import { applyAlone, inTransaction, rehearse, type Transaction } from '../../store/prisma.ts'
import { type AppliedBuyer, applyBuyer } from './apply-buyer.ts'
import { applyLogin } from './apply-login.ts'
import { type AccountDeps, hashNewPasswords } from './new-passwords.ts'
import { validateAccounts } from './validate.ts'

/** What became of a marketplace file's accounts. */
export interface AppliedAccounts {
  readonly buyers: readonly AppliedBuyer[]
  /** Entries that differed from what was applied last. */
  readonly changedCount: number
  /** What was not done, since it would undo what a person did since. */
  readonly keptBack: readonly string[]
}

/** Who hears of what was applied. */
export interface ApplyDeps extends AccountDeps {
  readonly invalidate: Invalidate
  readonly log: Logger
}

/** Applies the accounts of a marketplace file: all of them or none. */
export async function applyAccounts(deps: ApplyDeps, file: AccountsFile): Promise<AppliedAccounts> {
  validateAccounts(file)
  // Hashing is slow on purpose, so it happens before the transaction.
  const passwordHashes = await hashNewPasswords(deps, file)
  const applied = await inTransaction(deps.prisma, tx => applyAll(tx, deps.pepper, file, passwordHashes))
  for (const { isChanged, buyerId } of applied.buyers) {
    if (isChanged && buyerId !== undefined) deps.invalidate('buyer', buyerId)
  }
  for (const keptBack of applied.keptBack) deps.log.warn({ keptBack }, 'not applied of the marketplace file')
  return applied
}

/** What applying the accounts would do. It leaves nothing behind. */
export async function rehearseAccounts(deps: AccountDeps, file: AccountsFile): Promise<AppliedAccounts> {
  validateAccounts(file)
  return await rehearse(deps.prisma, tx => applyAll(tx, deps.pepper, file, new Map()))
}

async function applyAll(
  tx: Transaction,
  pepper: Buffer,
  file: AccountsFile,
  passwordHashes: ReadonlyMap<string, string>,
): Promise<AppliedAccounts> {
  await applyAlone(tx)
  for (const [emailKey, passwordHash] of passwordHashes) await savePassword(tx, emailKey, passwordHash)
  const buyers = await applyBuyers(tx, pepper, file.buyers)
  const changedLoginCount = await applyLogins(tx, pepper, file.publisherLogins)
  return {
    buyers,
    changedCount: buyers.filter(buyer => buyer.isChanged).length + changedLoginCount,
    keptBack: buyers.flatMap(({ keptBack }) => keptBack),
  }
}

async function applyBuyers(tx: Transaction, pepper: Buffer, entries: readonly BuyerEntry[]): Promise<AppliedBuyer[]> {
  const applied: AppliedBuyer[] = []
  for (const entry of entries) applied.push(await applyBuyer(tx, pepper, entry))
  return applied
}

async function applyLogins(tx: Transaction, pepper: Buffer, entries: readonly PublisherLoginEntry[]): Promise<number> {
  let changedCount = 0
  for (const entry of entries) if (await applyLogin(tx, pepper, entry)) changedCount += 1
  return changedCount
}
