import { type metering } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { type ServiceClient, toTimestamp } from '@mtg/rpc'
import { type CapturedCall, readCaptured } from '../../store/captured-calls.ts'

/** What repairing stands on. */
export interface RepairDeps {
  readonly db: Database
  readonly metering: ServiceClient<metering.UsageServiceDefinition>
  /** Rejects when it is somebody else's to repair by now. */
  readonly renew: () => Promise<void>
}

/** What became of missing records. */
export interface Repaired {
  /** They are there now. */
  readonly repaired: number
  /** The first that metering refused, and why. */
  readonly refusal: metering.RecordUsageResult__Output | undefined
}

const RECORDS_PER_REQUEST = 1000
const TIMEOUT_MS = 20_000

/** Rebuilds records and stores them, many to a request: the next ones are read while the last are being stored. */
export async function repair(deps: RepairDeps, callIds: readonly string[]): Promise<Repaired> {
  let repaired = 0
  let refusal: Repaired['refusal']
  let storing = Promise.resolve()
  for (let start = 0; start < callIds.length; start += RECORDS_PER_REQUEST) {
    const calls = await readCaptured(deps.db, callIds.slice(start, start + RECORDS_PER_REQUEST))
    await storing
    storing = store(calls)
    // What it rejects with comes with the next wait for it.
    storing.catch(() => {})
  }
  await storing
  return { repaired, refusal }

  async function store(calls: readonly CapturedCall[]): Promise<void> {
    await deps.renew()
    const answer = await deps.metering.RecordUsageBatch({ records: calls.map(toRecord) }, { timeoutMs: TIMEOUT_MS })
    repaired += answer.recordedCount + answer.duplicateCount
    refusal ??= answer.refused[0]
  }
}

/** As the call itself would have left it; its duration lacks what was before its admission and after its capture. */
function toRecord(call: CapturedCall): metering.UsageRecord {
  return {
    callId: call.call_id,
    occurredAt: toTimestamp(call.resolved_at),
    buyerId: call.buyer_id,
    keyId: call.key_id ?? '',
    purchaseId: call.purchase_id,
    appId: call.app_id,
    publisherUsername: call.username,
    appName: call.app_name,
    adapter: call.adapter,
    operation: call.adapter === 'mcp' ? 'tools/call' : 'chat/completions',
    name: call.name,
    tier: call.tier,
    chargedMicros: call.price_micros,
    totalTokens: call.total_tokens,
    durationMs: call.duration_ms,
  }
}
