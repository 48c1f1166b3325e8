import type { Archive } from '@mtg/archive'
import { type metering, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import { implement, invalidField, toTimestamp } from '@mtg/rpc'
import type { UsageMonth } from '../domain/usage-month.ts'
import { listMonths } from '../store/sealed-months.ts'
import { exportSealed } from '../use-cases/storage/export-sealed.ts'
import { sealDue } from '../use-cases/storage/seal-due.ts'
import { verifyMonth } from '../use-cases/storage/verify-month.ts'

/** What months are read and sealed with. */
export interface MonthDeps {
  /** For statements that take long. */
  readonly slowDb: Queryable
  readonly archive: Archive | undefined
  readonly sealAfterDays: number
}

/** MonthService: sealed months of usage records. */
export function monthService({ slowDb, archive, sealAfterDays }: MonthDeps) {
  return implement(services.metering.MonthService, {
    ListMonths: async () => ({ months: (await listMonths(slowDb)).map(toMonthMessage) }),
    async VerifyMonth({ month }) {
      const breaches = await verifyMonth(slowDb, archive, month)
      if (breaches === undefined) throw invalidField('month', 'is none that is sealed')
      return { breaches }
    },
    async SealMonths() {
      const { sealed, next } = await sealDue(slowDb, sealAfterDays)
      return { months: [...sealed], nextMonth: next?.month ?? '', nextRefusal: next?.refusal ?? '' }
    },
    async ExportMonths() {
      if (archive === undefined) {
        throw appError('invalid_argument', {
          message: 'USAGE_EXPORT_DIR of metering is not set: there is no place for files.',
        })
      }
      return { months: await exportSealed(slowDb, archive), location: archive.location }
    },
  })
}

const states = {
  closing: 'USAGE_MONTH_STATE_CLOSING',
  sealed: 'USAGE_MONTH_STATE_SEALED',
  dropped: 'USAGE_MONTH_STATE_DROPPED',
} as const

function toMonthMessage(month: UsageMonth): metering.UsageMonth {
  return {
    month: month.month,
    state: states[month.state],
    recordCount: month.recordCount.toString(),
    chargedMicros: month.chargedMicros.toString(),
    seal: month.seal ?? '',
    location: month.location ?? '',
    sealedAt: month.sealedAt && toTimestamp(month.sealedAt),
    exportedAt: month.exportedAt && toTimestamp(month.exportedAt),
    droppedAt: month.droppedAt && toTimestamp(month.droppedAt),
  }
}
