import { services } from '@mtg/contracts'
import { describeActs } from '@mtg/rpc'

/** What the audit log says of what operators do to usage. */
export const meteringActs = [
  describeActs(services.metering.DeadLetterService, {
    ReplayDeadLetters: {
      target: () => 'dead-letters',
      asked: ({ deadLetterIds }) => ({ count: deadLetterIds.length || 'all' }),
      after: ({ replayedCount = 0, failedCount = 0 }) => ({ replayed: replayedCount, failed: failedCount }),
    },
  }),
  describeActs(services.metering.MonthService, {
    SealMonths: { target: () => 'usage', after: ({ months = [] }) => ({ months }) },
    ExportMonths: { target: () => 'usage', after: ({ months = [], location }) => ({ months, location }) },
  }),
]
