import { type BoundHistogram, batchBuckets, type Metrics } from '@mtg/observability'

type Settlement = 'capture' | 'release'

/** Counts what becomes of calls on their streams. */
export interface CallCounts {
  reserved(isHeld: boolean): void
  refused(code: string): void
  settled(settlement: Settlement): void
  unsettled(settlement: Settlement, code: string): void
  /** Reservations for calls that are to come, which were made, or taken back unused. */
  ahead(what: 'held' | 'released', count: number): void
}

/** Shows the counts in the metrics. */
export function createCallCounts(metrics: Metrics): CallCounts {
  const reservations = metrics.counter(
    'mtg_billing_reservations_total',
    'Calls that asked for a reservation, by outcome: held, unbilled, or why not.',
    ['outcome'],
  )
  const settlements = metrics.counter(
    'mtg_billing_settlements_total',
    'Captures and releases, by outcome: ok, or why not.',
    ['action', 'outcome'],
  )
  const ahead = metrics.counter(
    'mtg_billing_reservations_ahead_total',
    'Reservations for calls that were to come: held, and those of them that were taken back because no call came.',
    ['outcome'],
  )
  const aheadCounts = { held: ahead.bind({ outcome: 'held' }), released: ahead.bind({ outcome: 'released' }) }
  const held = reservations.bind({ outcome: 'held' })
  const unbilled = reservations.bind({ outcome: 'unbilled' })
  const done = {
    capture: settlements.bind({ action: 'capture', outcome: 'ok' }),
    release: settlements.bind({ action: 'release', outcome: 'ok' }),
  }
  return {
    reserved: isHeld => (isHeld ? held : unbilled).inc(),
    refused: code => reservations.inc({ outcome: code }),
    settled: settlement => done[settlement].inc(),
    ahead: (what, count) => aheadCounts[what].inc(count),
    unsettled: (settlement, code) => settlements.inc({ action: settlement, outcome: code }),
  }
}

/** Sizes of the batches that one kind of statement takes. */
export function batchSizes(
  metrics: Metrics,
  operation: 'resolve' | 'move' | 'next' | 'under_way' | 'key_rules' | 'prices',
): BoundHistogram {
  const help = 'Calls that share one statement.'
  return metrics.histogram('mtg_billing_batch_calls', help, ['operation'], batchBuckets).bind({ operation })
}

/** How many calls wait for a statement, or for its answer. */
export function showPending(metrics: Metrics, pending: Readonly<Record<string, () => number>>): void {
  metrics.gauge('mtg_billing_pending_calls', 'Calls that wait for a statement or its answer.', ['operation'], () =>
    Object.entries(pending).map(([operation, read]) => ({ labels: { operation }, value: read() })),
  )
}
