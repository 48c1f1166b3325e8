import { type metering, services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import {
  batchHandler,
  buyerIdOf,
  callIdOf,
  fromBigint,
  implement,
  invalidField,
  pageOf,
  pageSizeOf,
  readTimeToken,
  textOf,
  timeToken,
  toRefusal,
  toTimestamp,
  uuidOf,
} from '@mtg/rpc'
import { listCalls } from '../store/calls.ts'
import { listKeyUses } from '../store/key-uses.ts'
import { callMarks, sumOutcomes } from '../store/outcomes.ts'
import { digestCalls, listRecordedCalls } from '../store/recorded-calls.ts'
import { confirmCalls, listUnconfirmed } from '../store/unconfirmed-calls.ts'
import { countUsage, findMissingUsage, listUsage } from '../store/usage-records.ts'
import { sumUsage } from '../store/usage-sums.ts'
import { totalUsage } from '../store/usage-totals.ts'
import { findCall } from '../use-cases/find-call.ts'
import { recordConfirmed } from '../use-cases/record/record-confirmed.ts'
import { createSharedRecording } from '../use-cases/record/record-shared.ts'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { retractUsage } from '../use-cases/retract-usage.ts'
import { appOf, boundsOf, bucketedSpanOf, callIdsOf, groupingOf, spanOf } from './requests.ts'
import { fromWireRecord, toWireCall, toWireRecord, toWireSum, toWireSummary, toWireTotal } from './wire.ts'

/** Where usage records are written and read. */
export interface UsageServiceDeps {
  readonly db: Queryable
  /** For what may be a moment late: what buyers look at, and nothing that is decided by. */
  readonly reader: Queryable
  readonly recorder: Recorder
}

/** UsageService: usage records, written and read. */
export function usageService({ db, reader, recorder }: UsageServiceDeps) {
  return implement(services.metering.UsageService, {
    ...recordHandlers(recorder),
    ...buyerHandlers(reader),
    ...callHandlers(db, reader),
    ...lookHandlers(reader),
    ...operatorHandlers(db),
    ...reconcilerHandlers(db),
  })
}

const RECORDS_MAX = 2000

function recordHandlers(recorder: Recorder) {
  const recordShared = createSharedRecording(recorder)
  const recordOne = async (record: metering.UsageRecord__Output | null): Promise<metering.RecordUsageResponse> => ({
    duplicate: (await recordShared(fromWireRecord(record))) === 'duplicate',
  })
  const answerItem = async (record: metering.UsageRecord__Output): Promise<metering.RecordUsageResult> => ({
    callId: record.callId,
    recorded: await recordOne(record),
  })
  return {
    RecordUsage: (request: metering.RecordUsageRequest__Output) => recordOne(request.record),
    RecordUsageStream: batchHandler({
      itemsOf: (message: metering.RecordUsageStreamRequest__Output) => message.records,
      handle: answerItem,
      refuse: ({ callId }, thrown) => ({ callId, refusal: toRefusal(thrown) }),
      toMessage: (results: metering.RecordUsageResult[]): metering.RecordUsageStreamResponse => ({ results }),
    }),
    async RecordUsageBatch({ records }: metering.RecordUsageBatchRequest__Output) {
      if (records.length > RECORDS_MAX) throw invalidField('records', `must be at most ${RECORDS_MAX}`)
      const events = records.map(record => ({ callId: record.callId, event: fromWireRecord(record) }))
      const { refused, ...counts } = await recordConfirmed(recorder, events)
      return { ...counts, refused: refused.map(({ callId, error }) => ({ callId, refusal: toRefusal(error) })) }
    },
  }
}

function buyerHandlers(reader: Queryable) {
  return {
    async ListUsage(request: metering.ListUsageRequest__Output): Promise<metering.ListUsageResponse> {
      const pageSize = pageSizeOf(request.pageSize)
      const records = await listUsage(reader, {
        buyerId: buyerIdOf(request.buyerId),
        app: appOf(request.app),
        span: spanOf(request.from, request.to),
        after: readTimeToken(request.pageToken),
        // One more than asked for tells whether there is another page.
        limit: pageSize + 1,
      })
      const { page, nextPageToken } = pageOf(records, pageSize, last =>
        timeToken({ createdAt: new Date(last.occurredAt), id: last.callId }),
      )
      return { records: page.map(toWireRecord), nextPageToken }
    },
    async SummarizeUsage(request: metering.SummarizeUsageRequest__Output): Promise<metering.SummarizeUsageResponse> {
      const totals = await totalUsage(reader, {
        buyerId: buyerIdOf(request.buyerId),
        app: appOf(request.app),
        span: spanOf(request.from, request.to),
      })
      return { totals: totals.map(toWireTotal) }
    },
  }
}

const IDS_MAX = 500

function idsOf(ids: readonly string[], name: string): string[] {
  if (ids.length > IDS_MAX) throw invalidField(name, `must be at most ${IDS_MAX}`)
  return ids.map(id => uuidOf(id, name))
}

/** What is shown as it comes, and what no single call tells. */
function lookHandlers(reader: Queryable) {
  return {
    async SummarizeOutcomes(request: metering.SummarizeOutcomesRequest__Output) {
      const sums = await sumOutcomes(reader, buyerIdOf(request.buyerId), spanOf(request.from, request.to))
      return { sums: sums.map(({ code, callCount }) => ({ code, callCount: fromBigint(callCount) })) }
    },
    async ListKeyUses({ buyerId, keyIds }: metering.ListKeyUsesRequest__Output) {
      const uses = await listKeyUses(reader, buyerIdOf(buyerId), idsOf(keyIds, 'key_ids'))
      return { uses: uses.map(({ keyId, usedAt }) => ({ keyId, lastUsedAt: toTimestamp(usedAt) })) }
    },
    async ListCallMarks({ buyerIds }: metering.ListCallMarksRequest__Output) {
      return { marks: await callMarks(reader, idsOf(buyerIds, 'buyer_ids')) }
    },
  }
}

/** What buyers look through: how their calls went, and sums of them. */
function callHandlers(db: Queryable, reader: Queryable) {
  return {
    async SummarizeUsageBy(
      request: metering.SummarizeUsageByRequest__Output,
    ): Promise<metering.SummarizeUsageByResponse> {
      const buyerId = buyerIdOf(request.buyerId)
      const grouping = groupingOf(request.grouping)
      const sums = await sumUsage(reader, { buyerId, grouping, span: spanOf(request.from, request.to) })
      return { sums: sums.map(toWireSum) }
    },
    async ListCalls(request: metering.ListCallsRequest__Output): Promise<metering.ListCallsResponse> {
      const pageSize = pageSizeOf(request.pageSize)
      const calls = await listCalls(reader, {
        buyerId: buyerIdOf(request.buyerId),
        app: appOf(request.app),
        code: textOf(request.code, 'code') || undefined,
        keyId: request.keyId === '' ? undefined : uuidOf(request.keyId, 'key_id'),
        span: spanOf(request.from, request.to),
        after: readTimeToken(request.pageToken),
        limit: pageSize + 1,
      })
      const { page, nextPageToken } = pageOf(calls, pageSize, last =>
        timeToken({ createdAt: last.at, id: last.callId }),
      )
      return { calls: page.map(toWireSummary), nextPageToken }
    },
    async GetCall(request: metering.GetCallRequest__Output): Promise<metering.GetCallResponse> {
      const buyerId = request.buyerId === '' ? undefined : buyerIdOf(request.buyerId)
      return toWireCall(await findCall(db, callIdOf(request.callId), buyerId))
    },
  }
}

function operatorHandlers(db: Queryable) {
  return {
    async CountUsage(request: metering.CountUsageRequest__Output): Promise<metering.CountUsageResponse> {
      const { from, to, bucketSeconds } = request
      const buckets = await countUsage(db, bucketedSpanOf(from, to, bucketSeconds), bucketSeconds)
      return {
        buckets: buckets.map(({ start, recordCount }) => ({
          start: toTimestamp(start),
          recordCount: fromBigint(recordCount),
        })),
      }
    },
  }
}

const CALL_PAGE_SIZE_MAX = 10_000

/** What billing compares its captures with, and how it mends what differs. */
function reconcilerHandlers(db: Queryable) {
  const pageSizeIn = (request: { readonly pageSize: number }) =>
    pageSizeOf(request.pageSize, CALL_PAGE_SIZE_MAX, CALL_PAGE_SIZE_MAX)
  return {
    async FindMissingUsage(request: metering.FindMissingUsageRequest__Output) {
      return { callIds: await findMissingUsage(db, callIdsOf(request.callIds)) }
    },
    async RetractUsage({ callIds, unknown: areUnknown }: metering.RetractUsageRequest__Output) {
      return { retractedCount: await retractUsage(db, callIdsOf(callIds), { areUnknown }) }
    },
    async DigestUsage(request: metering.DigestUsageRequest__Output) {
      return { digests: await digestCalls(db, boundsOf(request.bounds)) }
    },
    async ListRecordedCalls(request: metering.ListRecordedCallsRequest__Output) {
      const pageSize = pageSizeIn(request)
      const from = uuidOf(request.fromCallId, 'from_call_id')
      const to = uuidOf(request.toCallId, 'to_call_id')
      return { callIds: await listRecordedCalls(db, from, to, pageSize) }
    },
    async ListUnconfirmedCalls(request: metering.ListUnconfirmedCallsRequest__Output) {
      const { afterCallId } = request
      const pageSize = pageSizeIn(request)
      const after = afterCallId === '' ? undefined : uuidOf(afterCallId, 'after_call_id')
      return { callIds: await listUnconfirmed(db, after, pageSize) }
    },
    async ConfirmCalls(request: metering.ConfirmCallsRequest__Output) {
      return { confirmedCount: await confirmCalls(db, callIdsOf(request.callIds)) }
    },
  }
}
