import { type metering, services } from '@mtg/contracts'
import type { BuyerId } from '@mtg/primitives'
import { buyerIdOf, createClient, toBigint, toTimestamp } from '@mtg/rpc'
import type {
  CallDigests,
  CallPassage,
  CallQuery,
  CallSummary,
  KnownCall,
  OutcomeSum,
  UsageGrouping,
  UsageSum,
} from '../domain/call.ts'
import type { Mark } from '../domain/live.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { ServiceOptions } from './auth.ts'
import { timeIn } from './service-times.ts'
import { unlessMissing } from './unless-missing.ts'

/** Calls of buyers and sums of them, which metering keeps. */
export interface Calls {
  /** Newest first. */
  list(buyerId: BuyerId, query: CallQuery, page: PageRequest): Promise<Page<CallSummary>>
  /** Undefined when the buyer has no such call. */
  find(buyerId: BuyerId, callId: string): Promise<KnownCall | undefined>
  sums(buyerId: BuyerId, grouping: UsageGrouping, span: TimeSpan): Promise<UsageSum[]>
  /** How calls ended that were not charged, in whole hours. */
  outcomes(buyerId: BuyerId, span: TimeSpan): Promise<OutcomeSum[]>
  /** When keys of the buyer were last called with, by id; those that never were are left out. */
  keyUses(buyerId: BuyerId, keyIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** What changes for each of many buyers with every call. */
  marks(buyerIds: readonly BuyerId[]): Promise<Mark[]>
  close(): void
}

interface TimeSpan {
  readonly from: Date | undefined
  readonly to: Date | undefined
}

/** Opens the connection to metering. */
export function openCalls({ address, token, timeoutMs }: ServiceOptions): Calls {
  const client = createClient(services.metering.UsageService, { address, token })
  const limits = { timeoutMs }
  return {
    async list(buyerId, { app = '', code = '', keyId = '', ...span }, page) {
      const request = { buyerId, app, code, keyId, ...spanFor(span), ...page }
      const { calls, nextPageToken } = await client.ListCalls(request, limits)
      return { items: calls.map(toSummary), nextPageToken: nextPageToken || null }
    },
    async find(buyerId, callId) {
      const found = await unlessMissing('not_found', client.GetCall({ callId, buyerId }, limits))
      return found && toKnownCall(found)
    },
    async sums(buyerId, grouping, span) {
      const request = { buyerId, grouping: WIRE_GROUPING_OF[grouping], ...spanFor(span) }
      const { sums } = await client.SummarizeUsageBy(request, limits)
      return sums.map(({ group, callCount, chargedMicros, totalTokens }) => ({
        group,
        callCount: toBigint(callCount),
        chargedMicros: toBigint(chargedMicros),
        totalTokens: toBigint(totalTokens),
      }))
    },
    async outcomes(buyerId, span) {
      const { sums } = await client.SummarizeOutcomes({ buyerId, ...spanFor(span) }, limits)
      return sums.map(({ code, callCount }) => ({ code, callCount: toBigint(callCount) }))
    },
    async keyUses(buyerId, keyIds) {
      const { uses } = await client.ListKeyUses({ buyerId, keyIds: [...keyIds] }, limits)
      return new Map(uses.map(({ keyId, lastUsedAt }) => [keyId, timeIn(lastUsedAt)]))
    },
    async marks(buyerIds) {
      const { marks } = await client.ListCallMarks({ buyerIds: [...buyerIds] }, limits)
      return marks.map(({ buyerId, mark }) => ({ buyerId: buyerIdOf(buyerId), mark }))
    },
    close: () => client.close(),
  }
}

const WIRE_GROUPING_OF = {
  day: 'USAGE_GROUPING_DAY',
  app: 'USAGE_GROUPING_APP',
  tool: 'USAGE_GROUPING_TOOL',
  key: 'USAGE_GROUPING_KEY',
} as const satisfies Record<UsageGrouping, metering.UsageGrouping__Output>

const spanFor = ({ from, to }: TimeSpan) => ({
  ...(from !== undefined && { from: toTimestamp(from) }),
  ...(to !== undefined && { to: toTimestamp(to) }),
})

function toSummary(call: metering.CallSummary__Output): CallSummary {
  const { callId, at, keyId, chargedMicros, app, adapter, operation, name, code } = call
  const facts = { app, adapter, operation, name, code }
  return { id: callId, at: timeIn(at), keyId: keyId || undefined, chargedMicros: toBigint(chargedMicros), ...facts }
}

function toKnownCall({ record, observation, digests }: metering.GetCallResponse__Output): KnownCall {
  return {
    chargedMicros: record === null ? undefined : toBigint(record.chargedMicros),
    recorded:
      record === null
        ? undefined
        : {
            startedAt: timeIn(record.occurredAt),
            keyId: record.keyId || undefined,
            app: `${record.publisherUsername}/${record.appName}`,
            operation: record.operation,
            name: record.name,
          },
    passage: observation === null ? undefined : toPassage(observation),
    digests: digests === null ? undefined : toDigests(digests),
  }
}

function toDigests({ request, answer }: metering.CallDigests__Output): CallDigests {
  return { request: request.toString('base64url'), answer: answer.toString('base64url') || undefined }
}

function toPassage(seen: metering.CallObservation__Output): CallPassage {
  const { startedAt, keyId, app, operation, name, code, status, stages } = seen
  return {
    startedAt: timeIn(startedAt),
    keyId: keyId || undefined,
    app,
    operation,
    name,
    code,
    status,
    stages: stages.map(stage => ({ name: stage.name, ms: Number(stage.durationUs) / 1000, note: stage.note })),
  }
}
