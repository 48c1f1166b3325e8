import type { AppliedFields } from '@mtg/runtime'
import type { PurchaseStatus, Tier } from '../domain/purchase.ts'
import { usedOf } from './calls-to-come.ts'
import { Prisma, type Transaction } from './prisma.ts'

/** An app that a purchase may be of, and the tiers it is offered in. */
export interface OfferedApp {
  readonly id: string
  readonly tiers: readonly Tier[]
}

/** An app by its publisher's name and its own. */
export async function findOfferedApp(tx: Transaction, username: string, name: string): Promise<OfferedApp | undefined> {
  const app = await tx.app.findFirst({ where: { name, publisher: { username } }, include: { tiers: true } })
  return app === null ? undefined : { id: app.id, tiers: app.tiers.map(({ tier }) => tier) }
}

/** A purchase that a marketplace file made, with digests of the entry that was last applied to it. */
export interface AppliedPurchase {
  readonly id: string
  readonly status: PurchaseStatus
  readonly renews: boolean
  readonly appliedHash: Uint8Array | null
  readonly appliedFields: unknown
}

/** Whose purchase, and of what. */
export interface PurchaseKey {
  readonly buyerId: string
  readonly appId: string
}

/** The newest purchase of an app that a marketplace file made. */
export async function findAppliedPurchase(
  tx: Transaction,
  { buyerId, appId }: PurchaseKey,
): Promise<AppliedPurchase | undefined> {
  const known = await tx.purchase.findFirst({
    where: { buyerId, appId, appliedHash: { not: null } },
    orderBy: { createdAt: 'desc' },
  })
  return known ?? undefined
}

/** What applying an entry changes of a purchase. */
export interface PurchaseChange {
  readonly status?: PurchaseStatus
  readonly tier?: Tier
  readonly renews?: boolean
  readonly appliedHash?: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/** Changes a purchase as far as the change says. */
export async function updateAppliedPurchase(tx: Transaction, id: string, change: PurchaseChange): Promise<void> {
  await tx.purchase.update({ where: { id }, data: { ...change, version: { increment: 1 } } })
}

/** Whether a buyer has a purchase of the app with that status. */
export async function hasPurchase(
  tx: Transaction,
  { buyerId, appId }: PurchaseKey,
  status: PurchaseStatus,
): Promise<boolean> {
  return (await tx.purchase.count({ where: { buyerId, appId, status } })) > 0
}

/** Cancels a buyer's active purchase of the app, if there is one. */
export async function cancelActivePurchase(tx: Transaction, { buyerId, appId }: PurchaseKey): Promise<void> {
  const data = { status: 'cancelled', version: { increment: 1 } } as const
  await tx.purchase.updateMany({ where: { buyerId, appId, status: 'active' }, data })
}

/** Whether the window of a purchase has ended on the database's clock. */
export async function isWindowOver(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ over: boolean }[]>`
    SELECT window_at(anchor, clock_timestamp()) > window_index AS over FROM purchases WHERE id = ${id}::uuid`
  return row?.over === true
}

/** A purchase to store for an entry. */
export interface NewAppliedPurchase extends PurchaseKey {
  readonly tier: Tier
  readonly status: PurchaseStatus
  readonly renews: boolean
  readonly used: bigint
  /** Undefined: now. */
  readonly startedAt: Date | undefined
  readonly appliedHash: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/**
 * Stores a purchase. The meter given by the file belongs to the window that is running now; a purchase that does not renew has
 * window 0. What an earlier purchase of the tier has used in a window that is still running is used: adding an entry refills nothing.
 */
export async function insertAppliedPurchase(tx: Transaction, purchase: NewAppliedPurchase): Promise<void> {
  const { buyerId, appId, tier, status, renews, used, startedAt, appliedHash, appliedFields } = purchase
  const anchor = startedAt === undefined ? Prisma.sql`clock_timestamp()` : Prisma.sql`${startedAt}::timestamptz`
  await tx.$executeRaw`
    INSERT INTO purchases (id, buyer_id, app_id, tier, status, anchor, renews, window_index, used, used_opening,
                           applied_hash, applied_fields, version)
    SELECT gen_random_uuid(), ${buyerId}::uuid, ${appId}::uuid, ${tier}::tier, ${status}::purchase_status, started.anchor,
           ${renews}, CASE WHEN ${renews} THEN window_at(started.anchor, clock_timestamp()) ELSE 0 END,
           greatest(${used}, earlier.used), greatest(${used}, earlier.used), ${appliedHash}, ${JSON.stringify(appliedFields)}::jsonb,
           1 + coalesce((SELECT max(version) FROM purchases WHERE buyer_id = ${buyerId}::uuid AND app_id = ${appId}::uuid), 0)
    FROM (SELECT ${anchor} AS anchor) AS started
    LEFT JOIN LATERAL (
      SELECT ${Prisma.raw(usedOf('purchase'))} AS used FROM purchases AS purchase
      WHERE purchase.buyer_id = ${buyerId}::uuid AND purchase.app_id = ${appId}::uuid AND purchase.tier = ${tier}::tier
        AND window_at(purchase.anchor, clock_timestamp()) = purchase.window_index
      ORDER BY purchase.created_at DESC LIMIT 1
    ) AS earlier ON true`
}
