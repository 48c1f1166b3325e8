import { type metering, services } from '@mtg/contracts'
import { createClient, fromTimestamp, toTimestamp } from '@mtg/rpc'

/** Which usage records are asked for. */
export interface UsageQuery {
  readonly buyerId: string
  /** "publisher/app"; empty: all. */
  readonly app: string
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly pageSize: number
  readonly pageToken: string
}

/** A page of usage, as the buyer gets it. Amounts are whole micro-USD in decimal. */
export interface UsagePage {
  readonly records: readonly UsageLine[]
  /** Empty on the last page. */
  readonly nextPageToken: string
}

/** One charged call. */
interface UsageLine {
  readonly callId: string
  readonly occurredAt: string
  readonly app: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  readonly tier: string
  readonly chargedMicros: string
  readonly totalTokens: string
  readonly durationMs: number
}

/** Metering, as the edge sees it. */
export interface MeteringClient {
  listUsage(query: UsageQuery): Promise<UsagePage>
  close(): void
}

/** Connects to metering; works, or heals, whatever metering's state is. */
export function createMeteringClient(options: { address: string; token: string; timeoutMs: number }): MeteringClient {
  const client = createClient(services.metering.UsageService, options)
  return {
    async listUsage({ from, to, ...query }) {
      const request = {
        ...query,
        ...(from === undefined ? {} : { from: toTimestamp(from) }),
        ...(to === undefined ? {} : { to: toTimestamp(to) }),
      }
      const { records, nextPageToken } = await client.ListUsage(request, { timeoutMs: options.timeoutMs })
      return { records: records.map(toLine), nextPageToken }
    },
    close: () => client.close(),
  }
}

function toLine(record: metering.UsageRecord__Output): UsageLine {
  const { callId, adapter, operation, name, tier, chargedMicros, totalTokens, durationMs } = record
  return {
    callId,
    occurredAt: fromTimestamp(record.occurredAt)?.toISOString() ?? '',
    app: `${record.publisherUsername}/${record.appName}`,
    adapter,
    operation,
    name,
    tier,
    chargedMicros,
    totalTokens,
    durationMs,
  }
}
