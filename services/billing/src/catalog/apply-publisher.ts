import type { billing } from '@mtg/rpc'
import { appliedHash, isSameEntry, systemClock, uuidv7 } from '@mtg/runtime'
import type { Transaction } from '../store/prisma.ts'
import type { ApplyDeps } from './apply.ts'

/** Applies a publisher and its apps; answers with the number of changed entries. */
export async function applyPublisher(
  tx: Transaction,
  deps: ApplyDeps,
  entry: billing.PublisherEntry__Output,
): Promise<number> {
  const { username, suspended, payoutConnected, apiKey, apps } = entry
  const hash = appliedHash(deps.hashKey, { username, suspended, payoutConnected, apiKey })
  const known = await tx.publisher.findUnique({ where: { username } })
  const id = known?.id ?? uuidv7(systemClock.nowMs())
  const changed = !isSameEntry(known?.appliedHash, hash)
  if (changed) {
    const apiKeySealed = apiKey === '' ? null : new Uint8Array(deps.sealer.seal(apiKey, id))
    const data = { suspended, payoutConnected, apiKeySealed, appliedHash: hash }
    await tx.publisher.upsert({ where: { username }, create: { id, username, ...data }, update: data })
  }
  let changedCount = changed ? 1 : 0
  for (const app of apps) changedCount += (await applyApp(tx, deps, id, app)) ? 1 : 0
  return changedCount
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
