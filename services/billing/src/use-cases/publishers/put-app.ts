import { appError } from '@mtg/errors'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { AppEntry } from '../../domain/catalogue.ts'
import { type AppListing, appBounds, type OwnApp } from '../../domain/own-app.ts'
import { planPrices, type TierPrices } from '../../domain/price-plan.ts'
import { saveListing } from '../../store/app-tools.ts'
import { databaseNowMs } from '../../store/database-clock.ts'
import {
  type AppRow,
  type BuyerCount,
  countApps,
  countBuyers,
  findAppId,
  insertApp,
  lockAppRow,
  updateApp,
} from '../../store/own-apps.ts'
import {
  announceRises,
  endPending,
  findPending,
  findTiers,
  findToolPrices,
  saveTiers,
  saveToolPrices,
} from '../../store/own-prices.ts'
import { requireOwnPublisher } from '../../store/own-publishers.ts'
import { refuseOtherVersion } from '../versions.ts'
import { getApp } from './read-apps.ts'

/** Where apps are, and how long a rise is announced before it holds. */
export interface PutAppDeps {
  readonly db: Database
  readonly priceNoticeMs: number
  /** Buyers of an app in other cells; undefined: there are none. */
  readonly countBuyersElsewhere?: ((appId: string) => Promise<BuyerCount[]>) | undefined
}

/** An app as its publisher wants it. */
export interface AppWish {
  readonly username: string
  readonly entry: Omit<AppEntry, 'asSent'>
  readonly title: string
  /** What its server said just now. */
  readonly listing: AppListing | undefined
  /** 0: whatever it is; -1: it must not exist. */
  readonly expectedVersion: bigint
}

/** Makes an app or changes all of it. */
export async function putApp(
  deps: PutAppDeps,
  wish: AppWish,
): Promise<{ readonly app: OwnApp; readonly isNew: boolean }> {
  const elsewhere = await buyersElsewhere(deps, wish)
  return await deps.db.transaction(async tx => {
    const publisher = await requireOwnPublisher(tx, wish.username)
    if (publisher.suspended) throw appError('publisher_suspended', { detail: { username: wish.username } })
    const known = await lockAppRow(tx, publisher.id, wish.entry.name)
    const isThere = known !== undefined && known.retiredAt === null
    refuseOtherVersion(isThere ? known : undefined, wish.expectedVersion)
    if (!isThere) await refuseTooMany(tx, publisher.id)
    const appId = known === undefined ? await makeApp(tx, publisher.id, wish) : await changeApp(tx, known, wish)
    await writePrices(tx, { priceNoticeMs: deps.priceNoticeMs, elsewhere }, appId, wish)
    if (wish.listing !== undefined) await saveListing(tx, appId, wish.listing)
    return { app: await getApp(tx, wish.username, wish.entry.name), isNew: !isThere }
  })
}

/** Before the app is locked: other cells are not waited for with a lock in hand. */
async function buyersElsewhere({ db, countBuyersElsewhere }: PutAppDeps, wish: AppWish): Promise<BuyerCount[]> {
  if (countBuyersElsewhere === undefined) return []
  const publisher = await requireOwnPublisher(db, wish.username)
  const appId = await findAppId(db, publisher.id, wish.entry.name)
  return appId === undefined ? [] : await countBuyersElsewhere(appId)
}

async function refuseTooMany(tx: Queryable, publisherId: string): Promise<void> {
  if ((await countApps(tx, publisherId)) < appBounds.appsMax) return
  throw appError('too_many_apps', { message: `A publisher may have ${appBounds.appsMax} apps.` })
}

async function makeApp(tx: Queryable, publisherId: string, wish: AppWish): Promise<string> {
  const id = uuidv7(systemClock.nowMs())
  const { entry, title } = wish
  if (await insertApp(tx, { id, publisherId, name: entry.name }, { ...entry, title })) return id
  // Somebody else has made it since it was looked for, and may have said something else.
  throw appError('precondition_failed', { detail: { app: entry.name } })
}

async function changeApp(tx: Queryable, known: AppRow, { entry, title }: AppWish): Promise<string> {
  if (known.adapter !== entry.adapter) {
    const message = 'adapter of an app cannot be changed: make another app.'
    throw appError('invalid_argument', { message, detail: { field: 'adapter', reason: message } })
  }
  await updateApp(tx, known.id, { ...entry, title })
  return known.id
}

/** Under the lock of the app, so that nobody obtains it meanwhile. */
async function writePrices(
  tx: Queryable,
  { priceNoticeMs, elsewhere }: { readonly priceNoticeMs: number; readonly elsewhere: readonly BuyerCount[] },
  appId: string,
  { entry }: AppWish,
): Promise<void> {
  const tiers = await findTiers(tx, [appId])
  const buyers = [...(await countBuyers(tx, [appId])), ...elsewhere]
  for (const { tier, count } of buyers) {
    if (entry.tiers.some(wanted => wanted.tier === tier)) continue
    throw appError('tier_in_use', { message: `${count} buyers have the ${tier} tier: it cannot be taken away.` })
  }
  const plan = planPrices({
    written: { tierMicros: paidPriceOf(tiers), tools: toolPricesOf(await findToolPrices(tx, [appId])) },
    pending: await findPending(tx, [appId]),
    wanted: {
      tierMicros: paidPriceOf(entry.tiers),
      tools: new Map(entry.tools.map(({ name, priceMicros }) => [name, priceMicros])),
    },
    hasBuyers: buyers.some(({ tier }) => tier === 'paid'),
    now: new Date(await databaseNowMs(tx)),
    noticeMs: priceNoticeMs,
  })
  await endPending(tx, plan)
  await saveTiers(
    tx,
    appId,
    entry.tiers.map(tier => ({ ...tier, priceMicros: priceToWrite(tier, plan) })),
  )
  await saveToolPrices(tx, appId, plan.tools)
  await announceRises(tx, appId, plan.announced)
}

const paidPriceOf = (tiers: AppEntry['tiers']) => tiers.find(({ tier }) => tier === 'paid')?.priceMicros

const toolPricesOf = (prices: readonly { readonly tool: string; readonly priceMicros: bigint }[]) =>
  new Map(prices.map(({ tool, priceMicros }) => [tool, priceMicros]))

function priceToWrite({ tier, priceMicros }: AppEntry['tiers'][number], { tierMicros }: TierPrices): bigint {
  return tier === 'paid' ? (tierMicros ?? priceMicros) : priceMicros
}
