import { services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { implement, invalidField, toTimestamp } from '@mtg/rpc'
import { stageTimesOf } from '../domain/stage-times.ts'
import { listNewestStages } from '../store/passages.ts'

const MINUTES_DEFAULT = 60
const MINUTES_MAX = 1440

/** StageService: how long the steps of calls take. */
export function stageService({ reader }: { readonly reader: Queryable }) {
  return implement(services.metering.StageService, {
    async SummarizeStages({ minutes }) {
      if (minutes < 0 || minutes > MINUTES_MAX) throw invalidField('minutes', `must be 1 to ${MINUTES_MAX}`)
      const { calls, from } = await listNewestStages(reader, minutes || MINUTES_DEFAULT)
      const stages = stageTimesOf(calls).map(({ name, callCount, p50Us, p95Us, p99Us }) => ({
        name,
        callCount: String(callCount),
        p50Us: String(p50Us),
        p95Us: String(p95Us),
        p99Us: String(p99Us),
      }))
      return { stages, callCount: String(calls.length), from: from === undefined ? null : toTimestamp(from) }
    },
  })
}
