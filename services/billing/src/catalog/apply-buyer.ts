import { type billing, fromTimestamp, invalidField } from '@mtg/rpc'
import { appliedHash, isSameEntry } from '@mtg/runtime'
import { Prisma, type Transaction } from '../store/prisma.ts'
import type { ApplyDeps } from './apply.ts'

const statuses = {
  PURCHASE_STATUS_UNSPECIFIED: 'active',
  PURCHASE_STATUS_ACTIVE: 'active',
  PURCHASE_STATUS_INACTIVE: 'inactive',
  PURCHASE_STATUS_EXPIRED: 'expired',
  PURCHASE_STATUS_CANCELLED: 'cancelled',
} as const

// Stands in for a buyer that only a real application will give an id.
const UNBORN_BUYER = '00000000-0000-0000-0000-000000000000'

/** Applies a buyer's opening balance and purchases; answers with the number of changed entries. */
export async function applyBuyer(
  tx: Transaction,
  deps: ApplyDeps,
  entry: billing.BuyerAccountEntry__Output,
): Promise<number> {
  const buyerId = entry.buyerId === '' ? UNBORN_BUYER : entry.buyerId
  let changedCount = (await openWallet(tx, buyerId, BigInt(entry.openingBalanceMicros))) ? 1 : 0
  for (const purchase of entry.purchases) changedCount += (await applyPurchase(tx, deps, buyerId, purchase)) ? 1 : 0
  return changedCount
}

/** Enters the opening balance in the journal, once in the life of a wallet. */
async function openWallet(tx: Transaction, buyerId: string, openingMicros: bigint): Promise<boolean> {
  await tx.wallet.createMany({ data: [{ buyerId }], skipDuplicates: true })
  if (openingMicros === 0n) return false
  const reference = `opening:${buyerId}`
  const entered = await tx.$executeRaw`
    INSERT INTO journal (kind, debit_type, credit_type, credit_owner, amount_micros, reference)
    VALUES ('opening_balance', 'opening_balance', 'wallet', ${buyerId}::uuid, ${openingMicros}, ${reference})
    ON CONFLICT (kind, reference) WHERE reference IS NOT NULL DO NOTHING`
  if (entered === 0) return false
  await tx.wallet.update({ where: { buyerId }, data: { posted: { increment: openingMicros } } })
  return true
}

async function applyPurchase(
  tx: Transaction,
  deps: ApplyDeps,
  buyerId: string,
  entry: billing.PurchaseEntry__Output,
): Promise<boolean> {
  const [username = '', name = ''] = entry.app.split('/')
  const app = await tx.app.findFirst({ where: { name, publisher: { username } }, include: { tiers: true } })
  if (app === null) throw invalidField('app', `"${entry.app}" of a purchase does not exist`)
  const tier = entry.tier === 'TIER_PAID' ? 'paid' : 'free'
  if (!app.tiers.some(offer => offer.tier === tier))
    throw invalidField('tier', `${tier} is not offered by ${entry.app}`)

  const hash = appliedHash(deps.hashKey, entry)
  const known = await tx.purchase.findFirst({
    where: { buyerId, appId: app.id, appliedHash: { not: null } },
    orderBy: { createdAt: 'desc' },
  })
  if (isSameEntry(known?.appliedHash, hash)) return false
  const status = statuses[entry.status]
  // The entry changed: it says which purchase is in force, whatever was in force before.
  const others = { buyerId, appId: app.id, status: 'active' as const, ...(known !== null && { id: { not: known.id } }) }
  if (status === 'active') await tx.purchase.updateMany({ where: others, data: { status: 'cancelled' } })
  if (known !== null) {
    await tx.purchase.update({
      where: { id: known.id },
      data: { tier, status, renews: entry.renews, appliedHash: hash },
    })
    return true
  }
  await createPurchase(tx, { buyerId, appId: app.id, tier, status, renews: entry.renews, hash }, entry)
  return true
}

interface NewPurchase {
  readonly buyerId: string
  readonly appId: string
  readonly tier: 'free' | 'paid'
  readonly status: 'active' | 'inactive' | 'expired' | 'cancelled'
  readonly renews: boolean
  readonly hash: Uint8Array<ArrayBuffer>
}

/** The meter given by the file belongs to the window that is running now; a purchase that does not renew has window 0. */
async function createPurchase(tx: Transaction, data: NewPurchase, entry: billing.PurchaseEntry__Output): Promise<void> {
  const used = BigInt(entry.used)
  const startedAt = fromTimestamp(entry.startedAt)
  const anchor = startedAt === undefined ? Prisma.sql`clock_timestamp()` : Prisma.sql`${startedAt}::timestamptz`
  const { buyerId, appId, tier, status, renews, hash } = data
  await tx.$executeRaw`
    INSERT INTO purchases (id, buyer_id, app_id, tier, status, anchor, renews, window_index, used, used_opening, applied_hash)
    SELECT gen_random_uuid(), ${buyerId}::uuid, ${appId}::uuid, ${tier}::tier, ${status}::purchase_status, started.anchor,
           ${renews}, CASE WHEN ${renews} THEN window_at(started.anchor, clock_timestamp()) ELSE 0 END, ${used}, ${used}, ${hash}
    FROM (SELECT ${anchor} AS anchor) AS started`
}
