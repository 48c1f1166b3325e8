import type { AppliedFields } from '@mtg/runtime'
import type { AppEntry, TierEntry } from '../domain/catalogue.ts'
import { type PrismaClient, run, type Transaction } from './prisma.ts'

/**
 * Lets nobody else apply a catalogue until the transaction ends: both would find an entry missing. Nor does any buyer move meanwhile,
 * however many of them there are.
 */
export async function lockCatalogue(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7210904419)`
  await tx.$executeRaw`SELECT hold_moves()`
}

/** A publisher, with digests of the entry that was last applied to it. */
export interface StoredPublisher {
  readonly id: string
  readonly suspended: boolean
  readonly payoutConnected: boolean
  readonly appliedHash: Uint8Array | null
  readonly appliedFields: unknown
}

/** A publisher by its name. */
export async function findPublisher(tx: Transaction, username: string): Promise<StoredPublisher | undefined> {
  return (await tx.publisher.findUnique({ where: { username } })) ?? undefined
}

/** A publisher to store or change. */
export interface PublisherChange {
  readonly id: string
  readonly username: string
  readonly suspended: boolean
  readonly payoutConnected: boolean
  /** Null: it has no key any more; undefined: it keeps the one it has. */
  readonly apiKeySealed: Uint8Array<ArrayBuffer> | null | undefined
  readonly appliedHash: Uint8Array<ArrayBuffer>
  readonly appliedFields: AppliedFields
}

/** Stores a publisher, or changes the one of that name. */
export async function savePublisher(tx: Transaction, change: PublisherChange): Promise<void> {
  const { id, username, apiKeySealed, ...rest } = change
  const data = { ...rest, ...(apiKeySealed !== undefined && { apiKeySealed }) }
  await tx.publisher.upsert({ where: { username }, create: { id, username, ...data }, update: data })
}

/** Notes the digests of a publisher's fields, which earlier releases did not. */
export async function notePublisherFields(tx: Transaction, id: string, fields: AppliedFields): Promise<void> {
  await tx.publisher.update({ where: { id }, data: { appliedFields: fields } })
}

/** Whether a publisher is suspended; undefined when there is none of that name. */
export async function isPublisherSuspended(prisma: PrismaClient, username: string): Promise<boolean | undefined> {
  return (await run(prisma.publisher.findUnique({ where: { username } })))?.suspended
}

/** Suspends a publisher or ends that; answers with its id, or undefined when there is none of that name. */
export async function setPublisherSuspended(
  prisma: PrismaClient,
  username: string,
  suspended: boolean,
): Promise<string | undefined> {
  const known = await run(prisma.publisher.findUnique({ where: { username } }))
  if (known === null) return undefined
  await run(prisma.publisher.update({ where: { username }, data: { suspended } }))
  return known.id
}

/** The digest of the entry that was last applied to an app. */
export async function findAppliedAppHash(
  tx: Transaction,
  publisherId: string,
  name: string,
): Promise<Uint8Array | null | undefined> {
  const known = await tx.app.findUnique({ where: { publisherId_name: { publisherId, name } } })
  return known?.appliedHash
}

/** Stores an app with its tiers and prices, or changes the one of that name. Its prices hold from now on: what was announced is off. */
export async function saveApp(
  tx: Transaction,
  publisherId: string,
  entry: AppEntry,
  appliedHash: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { name, tiers, tools, asSent: _, ...terms } = entry
  const data = { ...terms, appliedHash }
  const { id: appId } = await tx.app.upsert({
    where: { publisherId_name: { publisherId, name } },
    create: { publisherId, name, ...data },
    update: { ...data, retiredAt: null, version: { increment: 1 } },
  })
  const pending = { appId, appliedAt: null, cancelledAt: null }
  await tx.priceChange.updateMany({ where: pending, data: { cancelledAt: new Date() } })
  await tx.appTier.deleteMany({ where: { appId } })
  await tx.toolPrice.deleteMany({ where: { appId } })
  await tx.appTier.createMany({ data: tiers.map(tier => toTierRow(appId, tier)) })
  await tx.toolPrice.createMany({
    data: tools.map(tool => ({ appId, tool: tool.name, priceMicros: tool.priceMicros })),
  })
}

function toTierRow(appId: string, { tier, priceMicros, perMinute, perDay, monthly }: TierEntry) {
  return { appId, tier, priceMicros, perMinute, perDay, monthly }
}
