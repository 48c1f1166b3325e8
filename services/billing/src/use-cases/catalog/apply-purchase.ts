import { type billing } from '@mtg/contracts'
import { fromTimestamp, invalidField } from '@mtg/rpc'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import { Prisma, type Purchase, type Transaction } from '../../store/prisma.ts'
import type { PurchaseStatus, Tier } from '../purchases/purchase.ts'
import type { ApplyDeps, Outcome } from './apply.ts'

const statuses = {
  PURCHASE_STATUS_UNSPECIFIED: 'active',
  PURCHASE_STATUS_ACTIVE: 'active',
  PURCHASE_STATUS_INACTIVE: 'inactive',
  PURCHASE_STATUS_EXPIRED: 'expired',
  PURCHASE_STATUS_CANCELLED: 'cancelled',
} as const

/** A file only ever leads from one status to a later one of these. */
const ORDER: readonly PurchaseStatus[] = ['active', 'inactive', 'expired', 'cancelled']

/** The command that makes a purchase active again. */
const wayBack: Readonly<Record<PurchaseStatus, string>> = {
  active: '',
  inactive: 'activate',
  expired: 'renew',
  cancelled: 'obtain',
}

const UNCHANGED: Outcome = { changedCount: 0, keptBack: [] }

/** Whose purchase it is. */
export interface PurchaseOwner {
  readonly buyerId: string
  readonly email: string
}

/** What an entry says of a purchase, in the database's words. */
interface Wanted extends PurchaseOwner {
  readonly appId: string
  readonly app: string
  readonly tier: Tier
  readonly status: PurchaseStatus
  readonly renews: boolean
}

/** Applies a purchase. What was cancelled, deactivated or has expired since stays so, whatever the file says. */
export async function applyPurchase(
  tx: Transaction,
  deps: ApplyDeps,
  owner: PurchaseOwner,
  entry: billing.PurchaseEntry__Output,
): Promise<Outcome> {
  const wanted = await wantedOf(tx, owner, entry)
  const { buyerId, appId, tier, status, renews } = wanted
  const hash = appliedHash(deps.hashKey, entry)
  const fields = appliedFields(deps.hashKey, { tier, status, renews })
  const known = await tx.purchase.findFirst({
    where: { buyerId, appId, appliedHash: { not: null } },
    orderBy: { createdAt: 'desc' },
  })
  if (known === null) return await addPurchase(tx, wanted, { hash, fields }, entry)
  if (isSameEntry(known.appliedHash, hash)) {
    if (known.appliedFields === null)
      await tx.purchase.update({ where: { id: known.id }, data: { appliedFields: fields } })
    return UNCHANGED
  }
  const { data, keptBack } = await changesOf(tx, known, wanted, fields)
  await tx.purchase.update({ where: { id: known.id }, data: { ...data, appliedHash: hash, appliedFields: fields } })
  return { changedCount: 1, keptBack }
}

async function wantedOf(tx: Transaction, owner: PurchaseOwner, entry: billing.PurchaseEntry__Output): Promise<Wanted> {
  const [username = '', name = ''] = entry.app.split('/')
  const app = await tx.app.findFirst({ where: { name, publisher: { username } }, include: { tiers: true } })
  if (app === null) throw invalidField('app', `"${entry.app}" of a purchase does not exist`)
  const tier = entry.tier === 'TIER_PAID' ? 'paid' : 'free'
  if (!app.tiers.some(offer => offer.tier === tier))
    throw invalidField('tier', `${tier} is not offered by ${entry.app}`)
  return { ...owner, appId: app.id, app: entry.app, tier, status: statuses[entry.status], renews: entry.renews }
}

interface Changes {
  readonly data: Partial<Pick<Purchase, 'tier' | 'status' | 'renews'>>
  readonly keptBack: readonly string[]
}

/** What the file's author changed, as far as it ends and restricts. */
async function changesOf(tx: Transaction, known: Purchase, wanted: Wanted, fields: AppliedFields): Promise<Changes> {
  const changed = (field: string) => isFieldChanged(known.appliedFields, fields, field)
  const isLater = ORDER.indexOf(wanted.status) > ORDER.indexOf(known.status)
  const status = isLater && changed('status') ? wanted.status : known.status
  const isOver = wanted.renews && !known.renews && (await isWindowOver(tx, known.id))
  const data = {
    status,
    ...(changed('tier') && known.status === 'active' && { tier: wanted.tier }),
    ...(changed('renews') && !isOver && { renews: wanted.renews }),
  }
  const comesBack = ORDER.indexOf(wanted.status) < ORDER.indexOf(status) && !(await hasActive(tx, wanted))
  const keptBack = [
    ...(comesBack ? [staysAsItIs(wanted, status)] : []),
    ...(isOver && changed('renews') && status === 'active' ? [staysAsItIs(wanted, 'expired')] : []),
  ]
  return { data, keptBack }
}

function staysAsItIs({ email, app, tier }: Wanted, status: PurchaseStatus): string {
  const command = `mtg purchase ${wayBack[status]} ${email} ${app}${status === 'cancelled' ? ` --tier ${tier}` : ''}`
  return `the purchase of ${app} by ${email} stays ${status}: ${command} changes that`
}

async function hasActive(tx: Transaction, { buyerId, appId }: Wanted): Promise<boolean> {
  return (await tx.purchase.count({ where: { buyerId, appId, status: 'active' } })) > 0
}

/** Whether the one window of a purchase that does not renew has ended: then renewing it is a person's decision. */
async function isWindowOver(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ over: boolean }[]>`
    SELECT window_at(anchor, clock_timestamp()) > window_index AS over FROM purchases WHERE id = ${id}::uuid`
  return row?.over === true
}

interface Applied {
  readonly hash: Uint8Array<ArrayBuffer>
  readonly fields: AppliedFields
}

/** An entry that was never applied says which purchase is in force, unless the one there is was made inactive. */
async function addPurchase(
  tx: Transaction,
  wanted: Wanted,
  applied: Applied,
  entry: billing.PurchaseEntry__Output,
): Promise<Outcome> {
  const { buyerId, appId } = wanted
  if (wanted.status === 'active') {
    const inactive = await tx.purchase.findFirst({ where: { buyerId, appId, status: 'inactive' } })
    if (inactive !== null && !(await hasActive(tx, wanted))) {
      return { changedCount: 0, keptBack: [staysAsItIs(wanted, 'inactive')] }
    }
    await tx.purchase.updateMany({ where: { buyerId, appId, status: 'active' }, data: { status: 'cancelled' } })
  }
  await createPurchase(tx, wanted, applied, entry)
  return { changedCount: 1, keptBack: [] }
}

/**
 * The meter given by the file belongs to the window that is running now; a purchase that does not renew has window 0.
 * What an earlier purchase of the tier has used in a window that is still running is used: adding an entry refills nothing.
 */
async function createPurchase(
  tx: Transaction,
  { buyerId, appId, tier, status, renews }: Wanted,
  { hash, fields }: Applied,
  entry: billing.PurchaseEntry__Output,
): Promise<void> {
  const used = BigInt(entry.used)
  const startedAt = fromTimestamp(entry.startedAt)
  const anchor = startedAt === undefined ? Prisma.sql`clock_timestamp()` : Prisma.sql`${startedAt}::timestamptz`
  await tx.$executeRaw`
    INSERT INTO purchases (id, buyer_id, app_id, tier, status, anchor, renews, window_index, used, used_opening,
                           applied_hash, applied_fields)
    SELECT gen_random_uuid(), ${buyerId}::uuid, ${appId}::uuid, ${tier}::tier, ${status}::purchase_status, started.anchor,
           ${renews}, CASE WHEN ${renews} THEN window_at(started.anchor, clock_timestamp()) ELSE 0 END,
           greatest(${used}, earlier.used), greatest(${used}, earlier.used), ${hash}, ${JSON.stringify(fields)}::jsonb
    FROM (SELECT ${anchor} AS anchor) AS started
    LEFT JOIN LATERAL (
      SELECT purchase.used FROM purchases AS purchase
      WHERE purchase.buyer_id = ${buyerId}::uuid AND purchase.app_id = ${appId}::uuid AND purchase.tier = ${tier}::tier
        AND window_at(purchase.anchor, clock_timestamp()) = purchase.window_index
      ORDER BY purchase.created_at DESC LIMIT 1
    ) AS earlier ON true`
}
