import { type metering, services } from '@mtg/contracts'
import { createClient, toBigint, toTimestamp } from '@mtg/rpc'
import type { Page, PageRequest } from '../domain/page.ts'
import type { FailedCall, FailureCount, PublisherGrouping, PublisherUsageSum } from '../domain/publisher-calls.ts'
import type { ServiceOptions } from './auth.ts'
import { timeIn } from './service-times.ts'

/** Calls of a publisher's apps, which metering keeps; never whose they were. */
export interface PublisherCalls {
  sums(username: string, query: SumsQuery): Promise<PublisherUsageSum[]>
  /** Of an app ("publisher/app"), most frequent first. */
  failureCounts(app: string, span: TimeSpan): Promise<FailureCount[]>
  /** Newest first. */
  failures(app: string, query: TimeSpan & { readonly code: string }, page: PageRequest): Promise<Page<FailedCall>>
  close(): void
}

interface TimeSpan {
  readonly from: Date | undefined
  readonly to: Date | undefined
}

interface SumsQuery {
  /** Name of one app; empty: all. */
  readonly appName: string
  readonly grouping: PublisherGrouping
  readonly from: Date
  readonly to: Date
}

/** Opens the connection to metering's figures for publishers. */
export function openPublisherCalls({ address, token, timeoutMs }: ServiceOptions): PublisherCalls {
  const client = createClient(services.metering.PublisherUsageService, { address, token })
  const limits = { timeoutMs }
  return {
    async sums(username, { appName, grouping, ...span }) {
      const request = { username, appName, grouping: WIRE_GROUPING_OF[grouping], ...spanFor(span) }
      const { sums } = await client.SummarizePublisherUsage(request, limits)
      return sums.map(sum => ({
        group: sum.group,
        calls: Number(sum.callCount),
        chargedMicros: toBigint(sum.chargedMicros),
        tokens: Number(sum.totalTokens),
        buyers: Number(sum.buyerCount),
      }))
    },
    async failureCounts(app, span) {
      const { counts } = await client.SummarizeFailures({ app, ...spanFor(span) }, limits)
      return counts.map(({ code, callCount, countsInQuality }) => ({ code, calls: Number(callCount), countsInQuality }))
    },
    async failures(app, { code, ...span }, page) {
      const { calls, nextPageToken } = await client.ListFailures({ app, code, ...spanFor(span), ...page }, limits)
      return { items: calls.map(toFailedCall), nextPageToken: nextPageToken || null }
    },
    close: () => client.close(),
  }
}

const WIRE_GROUPING_OF = {
  day: 'PUBLISHER_USAGE_GROUPING_DAY',
  app: 'PUBLISHER_USAGE_GROUPING_APP',
  tool: 'PUBLISHER_USAGE_GROUPING_TOOL',
} as const satisfies Record<PublisherGrouping, metering.PublisherUsageGrouping__Output>

const spanFor = ({ from, to }: TimeSpan) => ({
  ...(from !== undefined && { from: toTimestamp(from) }),
  ...(to !== undefined && { to: toTimestamp(to) }),
})

function toFailedCall(sent: metering.FailedCall__Output): FailedCall {
  const { callId, startedAt, operation, name, code, status, stages, countsInQuality } = sent
  return {
    id: callId,
    startedAt: timeIn(startedAt),
    operation,
    name,
    code,
    status,
    stages: stages.map(stage => ({ name: stage.name, ms: Number(stage.durationUs) / 1000, note: stage.note })),
    countsInQuality,
  }
}
