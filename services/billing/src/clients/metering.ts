import { type metering, services } from '@mtg/contracts'
import { type ClientOptions, createClient, toTimestamp } from '@mtg/rpc'
import type { CallDigest, CapturedCall } from '../domain/captured-call.ts'
import type { IdRange } from '../domain/id-ranges.ts'

/** What the reconciler asks of metering. */
export interface Metering {
  /** Digests of the recorded calls of the ranges between neighbouring bounds. */
  digestCalls(bounds: readonly string[]): Promise<CallDigest[]>
  /** Ids of recorded calls of a range, in order; at most `limit`. */
  listRecordedCalls(range: IdRange, limit: number): Promise<string[]>
  /** Stores the records of captured calls; one that is there already stays as it is. */
  recordCalls(calls: readonly CapturedCall[]): Promise<RecordedCalls>
  /** Takes the records of calls away whose charge was given back; answers with how many there were. */
  retractCorrected(callIds: readonly string[]): Promise<number>
  /** Takes the records of calls away that billing does not know; answers with how many there were. */
  retractUnknown(callIds: readonly string[]): Promise<number>
  /** Ids of recorded calls that are of another time than their records came at; those behind `after`, in order. */
  listUnconfirmedCalls(after: string, limit: number): Promise<string[]>
  /** Says that these calls are known, whatever the time in their ids. */
  confirmCalls(callIds: readonly string[]): Promise<void>
  close(): void
}

/** What became of records that were sent. */
interface RecordedCalls {
  /** Stored now, or there already. */
  readonly recordedCount: number
  /** The first one that was refused. */
  readonly refusal: RecordRefusal | undefined
}

/** Why a record was not stored. */
export interface RecordRefusal {
  readonly callId: string
  readonly code: string
  readonly message: string
}

const TIMEOUT_MS = 20_000

/** Connects to metering. */
export function createMetering(options: ClientOptions): Metering {
  const client = createClient(services.metering.UsageService, options)
  const limits = { timeoutMs: TIMEOUT_MS }
  return {
    async digestCalls(bounds) {
      const { digests } = await client.DigestUsage({ bounds: [...bounds] }, limits)
      return digests.map(({ recordCount, digest }) => ({ callCount: Number(recordCount), digest }))
    },
    async listRecordedCalls({ from, to }, limit) {
      const request = { fromCallId: from, toCallId: to, pageSize: limit }
      return (await client.ListRecordedCalls(request, limits)).callIds
    },
    async recordCalls(calls) {
      const answer = await client.RecordUsageBatch({ records: calls.map(toRecord) }, limits)
      const recordedCount = answer.recordedCount + answer.duplicateCount
      return { recordedCount, refusal: refusalIn(answer.refused) }
    },
    async retractCorrected(callIds) {
      return (await client.RetractUsage({ callIds: [...callIds] }, limits)).retractedCount
    },
    async retractUnknown(callIds) {
      return (await client.RetractUsage({ callIds: [...callIds], unknown: true }, limits)).retractedCount
    },
    async listUnconfirmedCalls(after, limit) {
      return (await client.ListUnconfirmedCalls({ afterCallId: after, pageSize: limit }, limits)).callIds
    },
    async confirmCalls(callIds) {
      await client.ConfirmCalls({ callIds: [...callIds] }, limits)
    },
    close: () => client.close(),
  }
}

function refusalIn(refused: readonly metering.RecordUsageResult__Output[]): RecordRefusal | undefined {
  const [first] = refused
  return first && { callId: first.callId, code: first.refusal?.code ?? '', message: first.refusal?.message ?? '' }
}

/** As the call itself would have left it; its duration lacks what was before its reservation and after its capture. */
function toRecord(call: CapturedCall): metering.UsageRecord {
  return {
    callId: call.callId,
    occurredAt: toTimestamp(call.resolvedAt),
    buyerId: call.buyerId,
    keyId: call.keyId ?? '',
    purchaseId: call.purchaseId,
    appId: call.appId,
    publisherUsername: call.publisherUsername,
    appName: call.appName,
    adapter: call.adapter,
    operation: call.adapter === 'mcp' ? 'tools/call' : 'chat/completions',
    name: call.name,
    tier: call.tier,
    chargedMicros: call.priceMicros.toString(),
    totalTokens: call.totalTokens.toString(),
    durationMs: call.durationMs,
  }
}
