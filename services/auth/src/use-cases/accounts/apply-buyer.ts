import type { BuyerId, KeyId } from '@mtg/primitives'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import { type BuyerEntry, parentsFirst } from '../../domain/accounts-file.ts'
import { digestEmail, emailKeyOf } from '../../domain/email.ts'
import { findBuyerByEmail, isDeletedBuyer, noteBuyerFields, saveBuyer } from '../../store/buyers.ts'
import type { Transaction } from '../../store/prisma.ts'
import type { Buyer } from '../../store/rows.ts'
import type { Application, AppliedKey, GeneratedKey } from './application.ts'
import { applyKey } from './apply-key.ts'

/** What became of a buyer of the file. */
export interface AppliedBuyer {
  readonly email: string
  /** Undefined when the buyer was deleted, and stays so. */
  readonly buyerId: BuyerId | undefined
  /** Whether the entry differed from the one applied last. */
  readonly isChanged: boolean
  readonly generatedKeys: readonly GeneratedKey[]
  /** Of a changed entry, those keys for which it gives an id. */
  readonly keys: readonly PlacedKey[]
  readonly keptBack: readonly string[]
}

/** Which id a key of the file has, and where in the tree it stands. */
interface PlacedKey {
  readonly name: string
  readonly id: KeyId
  readonly ancestorIds: readonly KeyId[]
  readonly areLimitsChanged: boolean
}

/** Digests of the fields of a buyer's entry that are not entries of their own. */
export function fieldsOfBuyer(pepper: Buffer, { email, password, suspended }: BuyerEntry): AppliedFields {
  return appliedFields(pepper, { email, password, suspended })
}

/** Stands for all that the file's author says of a buyer; ids for new keys are others each time. */
export function hashOfBuyer(pepper: Buffer, entry: BuyerEntry): Uint8Array<ArrayBuffer> {
  const { newId: _, ...said } = entry
  return appliedHash(pepper, { ...said, keys: entry.keys.map(({ newId: _, ...key }) => key) })
}

/** Applies a buyer with its keys. A suspension that was made since stays, and a buyer who was deleted stays away. */
export async function applyBuyer(tx: Transaction, pepper: Buffer, entry: BuyerEntry): Promise<AppliedBuyer> {
  const { email } = entry
  const emailKey = emailKeyOf(email)
  const fields = fieldsOfBuyer(pepper, entry)
  const hash = hashOfBuyer(pepper, entry)
  const known = await findBuyerByEmail(tx, emailKey)
  if (known === undefined && (await isDeletedBuyer(tx, digestEmail(pepper, emailKey)))) return stayingAway(email)
  if (known !== undefined && isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null) await noteBuyerFields(tx, emailKey, fields)
    return { email, buyerId: known.id, isChanged: false, generatedKeys: [], keys: [], keptBack: [] }
  }
  const suspended = isSuspended(known, fields, entry)
  const row = { email, suspended, appliedHash: hash, appliedFields: fields }
  const buyer = await saveBuyer(tx, emailKey, row, entry.newId)
  const { keys, generatedKeys, keptBack } = await applyKeys({ tx, pepper }, buyer.id, entry)
  const isKeptSuspended = suspended && !entry.suspended
  return {
    email,
    buyerId: buyer.id,
    isChanged: true,
    generatedKeys,
    keys,
    keptBack: isKeptSuspended ? [stayingSuspended(email), ...keptBack] : keptBack,
  }
}

function stayingAway(email: string): AppliedBuyer {
  const keptBack = [`buyer ${email} was deleted and stays so: remove the entry, or use another e-mail address`]
  return { email, buyerId: undefined, isChanged: false, generatedKeys: [], keys: [], keptBack }
}

const stayingSuspended = (email: string) => `buyer ${email} stays suspended: mtg resume buyer ${email} ends that`

/** The file suspends when its author says so; it never resumes. */
function isSuspended(known: Buyer | undefined, fields: AppliedFields, { suspended }: BuyerEntry): boolean {
  if (known?.suspended === true) return true
  return suspended && isFieldChanged(known?.appliedFields, fields, 'suspended')
}

type AppliedKeys = Pick<AppliedBuyer, 'keys' | 'generatedKeys' | 'keptBack'>

async function applyKeys(
  application: Application,
  buyerId: BuyerId,
  { email, keys: entries }: BuyerEntry,
): Promise<AppliedKeys> {
  const keys: PlacedKey[] = []
  const generatedKeys: GeneratedKey[] = []
  const keptBack: string[] = []
  for (const entry of parentsFirst(entries)) {
    const applied = await applyKey(application, { buyerId, email }, entry)
    if (entry.newId !== undefined) keys.push(placeOf(applied))
    if (applied.generated !== undefined) generatedKeys.push(applied.generated)
    if (applied.keptBack !== undefined) keptBack.push(applied.keptBack)
  }
  return { keys, generatedKeys, keptBack }
}

const placeOf = ({ key: { name, id, ancestorIds }, areLimitsChanged }: AppliedKey): PlacedKey => ({
  name,
  id,
  ancestorIds,
  areLimitsChanged,
})
