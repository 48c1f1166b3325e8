import type { billing } from '@mtg/contracts'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from '@mtg/runtime'
import type { Publisher, Transaction } from '../../store/prisma.ts'
import type { ApplyDeps, Outcome } from './apply.ts'

/** Applies a publisher and its apps. A suspension that was made since stays, and so does the end of a payout account. */
export async function applyPublisher(
  tx: Transaction,
  deps: ApplyDeps,
  entry: billing.PublisherEntry__Output,
): Promise<Outcome> {
  const { username, suspended, payoutConnected, apiKey, apps } = entry
  const own = { username, suspended, payoutConnected, apiKey }
  const hash = appliedHash(deps.hashKey, own)
  const fields = appliedFields(deps.hashKey, own)
  const known = await tx.publisher.findUnique({ where: { username } })
  const id = known?.id ?? uuidv7(systemClock.nowMs())
  const next = nextOf(known, fields, entry)
  const isNew = !isSameEntry(known?.appliedHash, hash)
  if (isNew) {
    const apiKeySealed = apiKey === '' ? null : new Uint8Array(deps.sealer.seal(apiKey, id))
    const isKeyNew = isFieldChanged(known?.appliedFields, fields, 'apiKey')
    const data = { ...next, ...(isKeyNew && { apiKeySealed }), appliedHash: hash, appliedFields: fields }
    await tx.publisher.upsert({ where: { username }, create: { id, username, ...data }, update: data })
  } else if (known?.appliedFields === null) {
    await tx.publisher.update({ where: { id }, data: { appliedFields: fields } })
  }
  let changedCount = isNew ? 1 : 0
  for (const app of apps) changedCount += (await applyApp(tx, deps, id, app)) ? 1 : 0
  return { changedCount, keptBack: isNew ? keptBackOf(next, entry) : [] }
}

interface PublisherState {
  readonly suspended: boolean
  readonly payoutConnected: boolean
}

/** What the file's author changed, as far as it resumes nothing and connects nothing that was disconnected since. */
function nextOf(known: Publisher | null, fields: AppliedFields, wanted: PublisherState): PublisherState {
  if (known === null) return { suspended: wanted.suspended, payoutConnected: wanted.payoutConnected }
  const changed = (field: keyof PublisherState) => isFieldChanged(known.appliedFields, fields, field)
  const mayConnect = known.appliedFields !== null && changed('payoutConnected')
  return {
    suspended: known.suspended || (wanted.suspended && changed('suspended')),
    payoutConnected: wanted.payoutConnected
      ? known.payoutConnected || mayConnect
      : known.payoutConnected && !changed('payoutConnected'),
  }
}

function keptBackOf(next: PublisherState, { username, suspended, payoutConnected }: billing.PublisherEntry__Output) {
  return [
    ...(next.suspended && !suspended
      ? [`publisher ${username} stays suspended: mtg resume publisher ${username} ends that`]
      : []),
    ...(!next.payoutConnected && payoutConnected
      ? [`publisher ${username} stays without payout account: mtg payout connect ${username} ACCOUNT connects one`]
      : []),
  ]
}

async function applyApp(
  tx: Transaction,
  deps: ApplyDeps,
  publisherId: string,
  entry: billing.AppEntry__Output,
): Promise<boolean> {
  const { name } = entry
  const hash = appliedHash(deps.hashKey, entry)
  const where = { publisherId_name: { publisherId, name } }
  const known = await tx.app.findUnique({ where })
  if (isSameEntry(known?.appliedHash, hash)) return false
  const data = {
    adapter: entry.adapter === 'llm' ? ('llm' as const) : ('mcp' as const),
    upstreamUrl: entry.upstream,
    timeoutMs: entry.timeoutMs,
    chargeToolErrors: entry.chargeToolErrors,
    chargeAbandoned: entry.chargeAbandoned,
    appliedHash: hash,
  }
  const app = await tx.app.upsert({ where, create: { publisherId, name, ...data }, update: data })
  await tx.appTier.deleteMany({ where: { appId: app.id } })
  await tx.toolPrice.deleteMany({ where: { appId: app.id } })
  await tx.appTier.createMany({ data: entry.tiers.map(tier => toTierRow(app.id, tier)) })
  const toolRows = entry.tools.map(tool => ({ appId: app.id, tool: tool.name, priceMicros: BigInt(tool.priceMicros) }))
  await tx.toolPrice.createMany({ data: toolRows })
  return true
}

function toTierRow(appId: string, tier: billing.TierEntry__Output) {
  return {
    appId,
    tier: tier.tier === 'TIER_PAID' ? ('paid' as const) : ('free' as const),
    priceMicros: BigInt(tier.priceMicros),
    perMinute: BigInt(tier.perMinute),
    perDay: BigInt(tier.perDay),
    monthly: BigInt(tier.monthly),
  }
}
