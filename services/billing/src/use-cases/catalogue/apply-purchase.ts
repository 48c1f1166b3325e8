import { invalidField } from '@mtg/rpc'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import type { ApplyOutcome, PurchaseEntry } from '../../domain/catalogue.ts'
import { isLaterStatus, type PurchaseStatus } from '../../domain/purchase.ts'
import {
  type AppliedPurchase,
  cancelActivePurchase,
  findAppliedPurchase,
  findOfferedApp,
  hasPurchase,
  insertAppliedPurchase,
  isWindowOver,
  type PurchaseChange,
  updateAppliedPurchase,
} from '../../store/applied-purchases.ts'
import type { Transaction } from '../../store/prisma.ts'

/** The command that makes a purchase active again. */
const wayBack: Readonly<Record<PurchaseStatus, string>> = {
  active: '',
  inactive: 'activate',
  expired: 'renew',
  cancelled: 'obtain',
}

/** Whose purchase it is. */
export interface PurchaseOwner {
  readonly buyerId: string
  readonly email: string
}

/** An entry of an app that there is. */
type Wanted = PurchaseEntry & PurchaseOwner & { readonly appId: string }

/** Digests of an entry. */
interface Digests {
  readonly appliedHash: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/** Applies a purchase. What was cancelled, deactivated or has expired since stays so, whatever the file says. */
export async function applyPurchase(
  tx: Transaction,
  hashKey: Buffer,
  owner: PurchaseOwner,
  entry: PurchaseEntry,
): Promise<ApplyOutcome> {
  const wanted: Wanted = { ...entry, ...owner, appId: await requireOfferedApp(tx, entry) }
  const { tier, status, renews } = entry
  const digests: Digests = {
    appliedHash: appliedHash(hashKey, entry.asSent),
    appliedFields: appliedFields(hashKey, { tier, status, renews }),
  }
  const known = await findAppliedPurchase(tx, wanted)
  if (known === undefined) return await addPurchase(tx, wanted, digests)
  if (!isSameEntry(known.appliedHash, digests.appliedHash)) return await changePurchase(tx, known, wanted, digests)
  // Earlier releases noted no digests of single fields.
  if (known.appliedFields === null) await updateAppliedPurchase(tx, known.id, { appliedFields: digests.appliedFields })
  return { changedCount: 0, keptBack: [] }
}

async function requireOfferedApp(tx: Transaction, { app, tier }: PurchaseEntry): Promise<string> {
  const [username = '', name = ''] = app.split('/')
  const offered = await findOfferedApp(tx, username, name)
  if (offered === undefined) throw invalidField('app', `"${app}" of a purchase does not exist`)
  if (!offered.tiers.includes(tier)) throw invalidField('tier', `${tier} is not offered by ${app}`)
  return offered.id
}

/** An entry that was never applied says which purchase is in force, unless the one there is was made inactive. */
async function addPurchase(tx: Transaction, wanted: Wanted, digests: Digests): Promise<ApplyOutcome> {
  if (wanted.status === 'active') {
    const isDeactivated = (await hasPurchase(tx, wanted, 'inactive')) && !(await hasPurchase(tx, wanted, 'active'))
    if (isDeactivated) return { changedCount: 0, keptBack: [staysAsItIs(wanted, 'inactive')] }
    await cancelActivePurchase(tx, wanted)
  }
  await insertAppliedPurchase(tx, { ...wanted, ...digests })
  return { changedCount: 1, keptBack: [] }
}

/** Does what the file's author changed, as far as it ends and restricts. */
async function changePurchase(
  tx: Transaction,
  known: AppliedPurchase,
  wanted: Wanted,
  digests: Digests,
): Promise<ApplyOutcome> {
  const isChanged = (field: 'tier' | 'status' | 'renews') =>
    isFieldChanged(known.appliedFields, digests.appliedFields, field)
  const status = isLaterStatus(wanted.status, known.status) && isChanged('status') ? wanted.status : known.status
  // Once the one window of a purchase that does not renew has ended, renewing it is a person's decision.
  const isOver = wanted.renews && !known.renews && (await isWindowOver(tx, known.id))
  const change: PurchaseChange = {
    ...digests,
    status,
    ...(isChanged('tier') && known.status === 'active' && { tier: wanted.tier }),
    ...(isChanged('renews') && !isOver && { renews: wanted.renews }),
  }
  const isKeptBack = isLaterStatus(status, wanted.status) && !(await hasPurchase(tx, wanted, 'active'))
  await updateAppliedPurchase(tx, known.id, change)
  const keptBack = [
    ...(isKeptBack ? [staysAsItIs(wanted, status)] : []),
    ...(isOver && isChanged('renews') && status === 'active' ? [staysAsItIs(wanted, 'expired')] : []),
  ]
  return { changedCount: 1, keptBack }
}

function staysAsItIs({ email, app, tier }: Wanted, status: PurchaseStatus): string {
  const command = `mtg purchase ${wayBack[status]} ${email} ${app}${status === 'cancelled' ? ` --tier ${tier}` : ''}`
  return `the purchase of ${app} by ${email} stays ${status}: ${command} changes that`
}
