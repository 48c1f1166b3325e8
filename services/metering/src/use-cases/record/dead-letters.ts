import type { AppError } from '@mtg/errors'
import type { Logger, Metrics } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { type DeadLetterEntry, keepDeadLetters } from '../../store/dead-letters.ts'
import { detailOf } from './detail.ts'

/** Subject of usage records, without the prefix. */
const RECORDED_SUBJECT = 'usage.v1.recorded'

/** Dead letters that are kept unless told otherwise. */
const LETTERS_MAX = 10_000

/** Alerts watch these grow, so they are told before there is anything to count. */
const REASONS = ['invalid_record', 'invalid_timestamp', 'protocol_not_supported', 'internal_error']

/** Keeps events as dead letters, and counts them. */
export type KeepDeadLetters = (entries: readonly DeadLetterEntry[]) => Promise<void>

/** Where dead letters go. More than `lettersMax` are only counted. */
export interface DeadLetterOptions {
  readonly db: Queryable
  readonly log: Logger
  readonly metrics: Metrics
  readonly lettersMax?: number | undefined
}

/** Makes the way into the dead letters. */
export function createDeadLetters({ db, log, metrics, lettersMax = LETTERS_MAX }: DeadLetterOptions): KeepDeadLetters {
  const kept = metrics.counter('mtg_usage_dead_letters_total', 'Usage events that became dead letters.', ['reason'])
  const unkept = metrics
    .counter('mtg_usage_dead_letters_unkept_total', 'Dead letters that were not kept, because there are too many.')
    .bind({})
  for (const reason of REASONS) kept.bind({ reason })
  return async entries => {
    if (entries.length === 0) return
    unkept.inc(await keepDeadLetters(db, entries, lettersMax))
    for (const { reason } of entries) kept.inc({ reason })
    log.warn({ count: entries.length, reason: entries[0]?.reason }, 'usage events became dead letters')
  }
}

/** An event that was refused, as a dead letter. */
export function deadLetterOf(event: unknown, error: AppError): DeadLetterEntry {
  return {
    subject: RECORDED_SUBJECT,
    payload: Buffer.from(JSON.stringify(event) ?? 'undefined'),
    reason: error.code,
    detail: detailOf(error),
  }
}
