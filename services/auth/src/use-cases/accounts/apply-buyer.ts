import type { auth } from '@mtg/contracts'
import { appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import { digestEmail } from '../../domain/email.ts'
import { type Buyer, emailKeyOf, type Transaction } from '../../store/prisma.ts'
import { applyKey } from './apply-key.ts'

/** What became of a buyer of the file. */
export interface AppliedBuyer {
  readonly answer: auth.AppliedBuyer
  readonly changed: boolean
  readonly keptBack: readonly string[]
}

/** The fields of a buyer's entry that are not entries of their own. */
export function fieldsOfBuyer(pepper: Buffer, { email, password, suspended }: auth.BuyerEntry__Output) {
  return appliedFields(pepper, { email, password, suspended })
}

/** Applies a buyer with its keys. A suspension that was made since stays, and a buyer who was deleted stays away. */
export async function applyBuyer(
  tx: Transaction,
  pepper: Buffer,
  entry: auth.BuyerEntry__Output,
): Promise<AppliedBuyer> {
  const { email } = entry
  const emailKey = emailKeyOf(email)
  const fields = fieldsOfBuyer(pepper, entry)
  const hash = appliedHash(pepper, entry)
  const known = await tx.buyer.findUnique({ where: { emailKey } })
  if (known === null && (await wasDeleted(tx, pepper, email))) {
    const keptBack = [`buyer ${email} was deleted and stays so: remove the entry, or use another e-mail address`]
    return { answer: { email, buyerId: '', generatedKeys: [], deleted: true }, changed: false, keptBack }
  }
  if (known !== null && isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null) await tx.buyer.update({ where: { emailKey }, data: { appliedFields: fields } })
    return { answer: { email, buyerId: known.id, generatedKeys: [] }, changed: false, keptBack: [] }
  }
  const suspended = isSuspended(known, fields, entry)
  const data = { email, suspended, appliedHash: new Uint8Array(hash), appliedFields: fields }
  const buyer = await tx.buyer.upsert({ where: { emailKey }, create: { emailKey, ...data }, update: data })
  const keptBack =
    suspended && !entry.suspended ? [`buyer ${email} stays suspended: mtg resume buyer ${email} ends that`] : []
  const generatedKeys: auth.GeneratedKey[] = []
  for (const key of entry.keys) {
    const applied = await applyKey(tx, pepper, { buyerId: buyer.id, email }, key)
    if (applied.generated !== undefined) generatedKeys.push({ name: key.name, key: applied.generated })
    if (applied.keptBack !== undefined) keptBack.push(applied.keptBack)
  }
  return { answer: { email, buyerId: buyer.id, generatedKeys }, changed: true, keptBack }
}

/** The file suspends when its author says so; it never resumes. */
function isSuspended(
  known: Buyer | null,
  fields: ReturnType<typeof fieldsOfBuyer>,
  { suspended }: auth.BuyerEntry__Output,
): boolean {
  if (known?.suspended === true) return true
  return suspended && isFieldChanged(known?.appliedFields, fields, 'suspended')
}

async function wasDeleted(tx: Transaction, pepper: Buffer, email: string): Promise<boolean> {
  const where = { emailDigest: digestEmail(pepper, emailKeyOf(email)) }
  return (await tx.deletedBuyer.findUnique({ where })) !== null
}
