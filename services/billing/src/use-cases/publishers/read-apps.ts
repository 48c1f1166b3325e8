import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { OwnApp } from '../../domain/own-app.ts'
import { wantedPrices } from '../../domain/price-plan.ts'
import { findAppTools } from '../../store/app-tools.ts'
import { type AppRow, type BuyerCount, countBuyers, findAppRow, listAppRows } from '../../store/own-apps.ts'
import {
  findPending,
  findTiers,
  findToolPrices,
  type PendingRow,
  type TierRow,
  type ToolPriceRow,
} from '../../store/own-prices.ts'
import { requireOwnPublisher } from '../../store/own-publishers.ts'

/** An app of a publisher, or why there is none. */
export async function getApp(db: Queryable, username: string, name: string): Promise<OwnApp> {
  const publisher = await requireOwnPublisher(db, username)
  const row = await findAppRow(db, publisher.id, name)
  if (row === undefined || row.retiredAt !== null) throw appError('app_not_found', { detail: { username, app: name } })
  const [app] = await completed(db, [row])
  if (app === undefined) throw new Error('an app was lost on the way')
  return { ...app, tools: await findAppTools(db, row.id) }
}

/** Apps of a publisher by name, without their tools. */
export async function listApps(db: Queryable, username: string, after: string, limit: number): Promise<OwnApp[]> {
  const publisher = await requireOwnPublisher(db, username)
  return await completed(db, await listAppRows(db, publisher.id, after, limit))
}

interface Parts {
  readonly tiers: readonly TierRow[]
  readonly prices: readonly ToolPriceRow[]
  readonly pending: readonly PendingRow[]
  readonly buyers: readonly BuyerCount[]
}

async function completed(db: Queryable, rows: readonly AppRow[]): Promise<OwnApp[]> {
  const ids = rows.map(({ id }) => id)
  const [tiers, prices, pending, buyers] = [
    await findTiers(db, ids),
    await findToolPrices(db, ids),
    await findPending(db, ids),
    await countBuyers(db, ids),
  ]
  const byApp = <Part extends { readonly appId: string }>(parts: readonly Part[]) =>
    Map.groupBy(parts, ({ appId }) => appId)
  const grouped = [byApp(tiers), byApp(prices), byApp(pending), byApp(buyers)] as const
  return rows.map(row => {
    const [ownTiers = [], ownPrices = [], ownPending = [], ownBuyers = []] = [
      grouped[0].get(row.id),
      grouped[1].get(row.id),
      grouped[2].get(row.id),
      grouped[3].get(row.id),
    ]
    return toOwnApp(row, { tiers: ownTiers, prices: ownPrices, pending: ownPending, buyers: ownBuyers })
  })
}

function toOwnApp(row: AppRow, { tiers, prices, pending, buyers }: Parts): OwnApp {
  const { id, title, version, createdAt, updatedAt, probedAt, retiredAt: _, ...terms } = row
  const wanted = wantedPrices(
    {
      tierMicros: tiers.find(({ tier }) => tier === 'paid')?.priceMicros,
      tools: new Map(prices.map(({ tool, priceMicros }) => [tool, priceMicros])),
    },
    pending,
  )
  const countOf = (wantedTier: string) => buyers.find(({ tier }) => tier === wantedTier)?.count ?? 0
  return {
    id,
    title,
    entry: {
      ...terms,
      tiers: tiers.map(({ appId: _, ...tier }) => ({
        ...tier,
        priceMicros: tier.tier === 'paid' ? (wanted.tierMicros ?? tier.priceMicros) : tier.priceMicros,
      })),
      tools: [...wanted.tools].map(([name, priceMicros]) => ({ name, priceMicros })),
    },
    version: BigInt(version),
    tools: [],
    probedAt,
    announced: pending.filter(({ isDue }) => !isDue),
    freeBuyerCount: countOf('free'),
    paidBuyerCount: countOf('paid'),
    createdAt,
    updatedAt,
  }
}
