import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import type { BuyerEntry } from '../../domain/accounts-file.ts'
import { digestEmail, emailKeyOf } from '../../domain/email.ts'
import { findBuyerByEmail, isDeletedBuyer, noteBuyerFields, saveBuyer } from '../../store/buyers.ts'
import type { Buyer, Transaction } from '../../store/prisma.ts'
import { applyKey, type GeneratedKey } from './apply-key.ts'

/** What became of a buyer of the file. */
export interface AppliedBuyer {
  readonly email: string
  /** Undefined when the buyer was deleted, and stays so. */
  readonly buyerId: string | undefined
  /** Whether the entry differed from the one applied last. */
  readonly isChanged: boolean
  readonly generatedKeys: readonly GeneratedKey[]
  readonly keptBack: readonly string[]
}

/** Digests of the fields of a buyer's entry that are not entries of their own. */
export function fieldsOfBuyer(pepper: Buffer, { email, password, suspended }: BuyerEntry): AppliedFields {
  return appliedFields(pepper, { email, password, suspended })
}

/** Applies a buyer with its keys. A suspension that was made since stays, and a buyer who was deleted stays away. */
export async function applyBuyer(tx: Transaction, pepper: Buffer, entry: BuyerEntry): Promise<AppliedBuyer> {
  const { email } = entry
  const emailKey = emailKeyOf(email)
  const fields = fieldsOfBuyer(pepper, entry)
  const hash = appliedHash(pepper, entry)
  const known = await findBuyerByEmail(tx, emailKey)
  if (known === undefined && (await isDeletedBuyer(tx, digestEmail(pepper, emailKey)))) return stayingAway(email)
  if (known !== undefined && isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null) await noteBuyerFields(tx, emailKey, fields)
    return { email, buyerId: known.id, isChanged: false, generatedKeys: [], keptBack: [] }
  }
  const suspended = isSuspended(known, fields, entry)
  const buyer = await saveBuyer(tx, emailKey, { email, suspended, appliedHash: hash, appliedFields: fields })
  const keys = await applyKeys(tx, pepper, buyer.id, entry)
  const isKeptSuspended = suspended && !entry.suspended
  return {
    email,
    buyerId: buyer.id,
    isChanged: true,
    generatedKeys: keys.generated,
    keptBack: isKeptSuspended ? [stayingSuspended(email), ...keys.keptBack] : keys.keptBack,
  }
}

function stayingAway(email: string): AppliedBuyer {
  const keptBack = [`buyer ${email} was deleted and stays so: remove the entry, or use another e-mail address`]
  return { email, buyerId: undefined, isChanged: false, generatedKeys: [], keptBack }
}

const stayingSuspended = (email: string) => `buyer ${email} stays suspended: mtg resume buyer ${email} ends that`

/** The file suspends when its author says so; it never resumes. */
function isSuspended(known: Buyer | undefined, fields: AppliedFields, { suspended }: BuyerEntry): boolean {
  if (known?.suspended === true) return true
  return suspended && isFieldChanged(known?.appliedFields, fields, 'suspended')
}

async function applyKeys(
  tx: Transaction,
  pepper: Buffer,
  buyerId: string,
  { email, keys }: BuyerEntry,
): Promise<{ generated: GeneratedKey[]; keptBack: string[] }> {
  const generated: GeneratedKey[] = []
  const keptBack: string[] = []
  for (const entry of keys) {
    const applied = await applyKey(tx, pepper, { buyerId, email }, entry)
    if (applied.generated !== undefined) generated.push(applied.generated)
    if (applied.keptBack !== undefined) keptBack.push(applied.keptBack)
  }
  return { generated, keptBack }
}
