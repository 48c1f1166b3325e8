import type { ErrorOwner } from '@mtg/errors'
import { type BoundCounter, type BoundHistogram, durationBuckets, type Metrics } from '@mtg/observability'
import type { Stage } from '../call/trail.ts'

/** Counts and times calls. */
export interface CallMetrics {
  count(adapter: string, ending: { readonly code: string; readonly owner: ErrorOwner | 'none' }): void
  time(adapter: string, durationMs: number, stages: readonly Stage[]): void
}

/** The series of the usual ending are looked up once and kept: this runs for every call. */
export function createCallMetrics(metrics: Metrics): CallMetrics {
  const calls = metrics.counter('mtg_edge_calls_total', 'Calls by how they ended.', ['adapter', 'code', 'owner'])
  const whole = metrics.histogram('mtg_edge_call_duration_seconds', 'Whole calls.', ['adapter'], durationBuckets)
  const steps = metrics.histogram('mtg_edge_stage_duration_seconds', 'Steps of calls.', ['stage'], durationBuckets)
  const passed = remembering<BoundCounter>(adapter => calls.bind({ adapter, code: 'ok', owner: 'none' }))
  const wholeOf = remembering<BoundHistogram>(adapter => whole.bind({ adapter }))
  const stepOf = remembering<BoundHistogram>(stage => steps.bind({ stage }))
  return {
    count(adapter, { code, owner }) {
      if (code === 'ok' && owner === 'none') passed(adapter).inc()
      else calls.inc({ adapter, code, owner })
    },
    time(adapter, durationMs, stages) {
      wholeOf(adapter).observe(durationMs / 1000)
      for (const stage of stages) stepOf(stage.name).observe(stage.durationUs / 1_000_000)
    },
  }
}

function remembering<T>(make: (label: string) => T): (label: string) => T {
  const known = new Map<string, T>()
  return label => {
    const found = known.get(label)
    if (found !== undefined) return found
    const made = make(label)
    known.set(label, made)
    return made
  }
}
