import { type metering, services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import {
  fromBigint,
  implement,
  invalidField,
  pageOf,
  pageSizeOf,
  readTimeToken,
  required,
  textOf,
  timeToken,
  toTimestamp,
} from '@mtg/rpc'
import { countsInQuality } from '../domain/call-failures.ts'
import type { Span } from '../domain/time-range.ts'
import { countFailures, type FailedCall, listFailures } from '../store/failures.ts'
import { type PublisherGrouping, type PublisherUsageSum, sumPublisherUsage } from '../store/publisher-usage.ts'
import { appOf, spanOf } from './requests.ts'

const DAY_MS = 24 * 3_600_000
const DAYS_MAX = 400

const GROUPING_OF: Readonly<Record<metering.PublisherUsageGrouping__Output, PublisherGrouping | undefined>> = {
  PUBLISHER_USAGE_GROUPING_UNSPECIFIED: undefined,
  PUBLISHER_USAGE_GROUPING_DAY: 'day',
  PUBLISHER_USAGE_GROUPING_APP: 'app',
  PUBLISHER_USAGE_GROUPING_TOOL: 'tool',
}

/** PublisherUsageService: what a publisher may know of the calls of its apps. */
export function publisherUsageService({ reader }: { readonly reader: Queryable }) {
  return implement(services.metering.PublisherUsageService, {
    async SummarizePublisherUsage(request) {
      const grouping = required(GROUPING_OF[request.grouping], 'grouping')
      const appName = textOf(request.appName, 'app_name') || undefined
      const sums = await sumPublisherUsage(reader, {
        username: required(textOf(request.username, 'username') || undefined, 'username'),
        // Hundreds of apps with hundreds of tools are more than anybody reads.
        appName: grouping === 'tool' ? required(appName, 'app_name') : appName,
        grouping,
        days: daysOf(request),
      })
      return { sums: sums.map(toWireSum) }
    },
    async SummarizeFailures(request) {
      const filter = { app: wholeAppOf(request.app), span: spanOf(request.from, request.to) }
      const counts = await countFailures(reader, filter)
      return {
        counts: counts.map(({ code, callCount }) => ({
          code,
          callCount: fromBigint(callCount),
          countsInQuality: countsInQuality(code),
        })),
      }
    },
    async ListFailures(request) {
      const pageSize = pageSizeOf(request.pageSize)
      const failures = await listFailures(reader, {
        app: wholeAppOf(request.app),
        span: spanOf(request.from, request.to),
        code: textOf(request.code, 'code') || undefined,
        after: readTimeToken(request.pageToken),
        limit: pageSize + 1,
      })
      const { page, nextPageToken } = pageOf(failures, pageSize, last =>
        timeToken({ createdAt: last.startedAt, id: last.callId }),
      )
      return { calls: page.map(toWireFailure), nextPageToken }
    },
  })
}

function wholeAppOf(sent: string): string {
  const { publisherUsername, appName } = required(appOf(sent), 'app')
  return `${publisherUsername}/${appName}`
}

/** Days are summed up as wholes: the bounds are moved out to where days begin. */
function daysOf({ from, to }: metering.SummarizePublisherUsageRequest__Output): Span {
  const asked = spanOf(required(from, 'from'), required(to, 'to'))
  const days = {
    fromMs: Math.floor(asked.fromMs / DAY_MS) * DAY_MS,
    toMs: Math.ceil(asked.toMs / DAY_MS) * DAY_MS,
  }
  const count = (days.toMs - days.fromMs) / DAY_MS
  if (count > DAYS_MAX) throw invalidField('to', `must lie at most ${DAYS_MAX} days after from`)
  return days
}

function toWireSum({ group, ...sum }: PublisherUsageSum): metering.PublisherUsageSum {
  return {
    group,
    callCount: fromBigint(sum.callCount),
    chargedMicros: fromBigint(sum.chargedMicros),
    totalTokens: fromBigint(sum.totalTokens),
    buyerCount: fromBigint(sum.buyerCount),
  }
}

function toWireFailure({ startedAt, stages, ...call }: FailedCall): metering.FailedCall {
  return {
    ...call,
    startedAt: toTimestamp(startedAt),
    stages: stages.map(({ name, durationUs, note }) => ({ name, durationUs: String(durationUs), note })),
    countsInQuality: countsInQuality(call.code),
  }
}
