import { services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { implement } from '@mtg/rpc'
import type { Recorder } from '../use-cases/record/recorder.ts'
import { countUsage } from './count-usage.ts'
import { digestUsage } from './digest-usage.ts'
import { findMissingUsage } from './find-missing-usage.ts'
import { getCall } from './get-call.ts'
import { listRecordedCalls } from './list-recorded-calls.ts'
import { listUsage } from './list-usage.ts'
import { recordUsage } from './record-usage.ts'
import { recordUsageBatch } from './record-usage-batch.ts'
import { retractUsage } from './retract-usage.ts'
import { summarizeUsage } from './summarize-usage.ts'
import { confirmCalls, listUnconfirmedCalls } from './unconfirmed-calls.ts'

/** What UsageService stands on. */
export interface UsageServiceDeps {
  readonly db: Queryable
  /** For what may be a moment late: what buyers look at, and nothing that is decided by. */
  readonly reader: Queryable
  readonly recorder: Recorder
}

/** UsageService: usage records, written and read. */
export function usageService({ db, reader, recorder }: UsageServiceDeps) {
  return implement(services.metering.UsageService, {
    ...recordUsage(recorder),
    RecordUsageBatch: recordUsageBatch(recorder),
    ListUsage: listUsage(reader),
    SummarizeUsage: summarizeUsage(reader),
    GetCall: getCall(db),
    CountUsage: countUsage(db),
    FindMissingUsage: findMissingUsage(db),
    RetractUsage: retractUsage(db),
    DigestUsage: digestUsage(db),
    ListRecordedCalls: listRecordedCalls(db),
    ListUnconfirmedCalls: listUnconfirmedCalls(db),
    ConfirmCalls: confirmCalls(db),
  })
}
