import type { Metrics } from '@mtg/observability'
import type { ReservationsAhead } from '../call/reservations-ahead.ts'
import type { Settlement } from '../call/settlement.ts'
import { type Measured, measureLimits } from '../limits/limit-refusals.ts'
import type { Strangers } from '../limits/strangers/strangers.ts'
import type { Circuits } from '../publisher/circuit.ts'
import type { Sender } from '../publisher/sender.ts'

/** What metrics tell of the moment they are asked for. */
export interface Gauged {
  readonly connections: Measured
  readonly callsUnderWay: Measured
  /** Further limits that tell how much of them is in use. */
  readonly limits: readonly Measured[]
  readonly strangers: Strangers
  readonly settlement: Settlement
  readonly reservationsAhead: ReservationsAhead
  readonly circuits: Circuits
  readonly sender: Sender
}

/** Tells how much of everything there is, whenever the metrics are asked for. */
export function measure(metrics: Metrics, gauged: Gauged): void {
  const { connections, callsUnderWay, limits, strangers, settlement, reservationsAhead, circuits, sender } = gauged
  measureLimits(metrics, [...limits, callsUnderWay])
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, [], read)
  gauge('mtg_edge_connections', 'Connections of callers.', () => connections.held())
  gauge('mtg_edge_connections_max', 'How many there may be.', () => connections.max)
  gauge('mtg_edge_calls_under_way', 'Calls under way.', () => callsUnderWay.held())
  gauge('mtg_edge_strangers_waiting', 'Strangers who wait for a turn at auth.', () => strangers.waiting())
  gauge('mtg_edge_pending_releases', 'Reservations being released in the background.', () => settlement.pending())
  gauge('mtg_edge_reservations_ahead', 'Reservations for calls that are to come.', () => reservationsAhead.held())
  metrics.gauge('mtg_edge_upstream_connections', 'Connections to publishers.', ['state'], () => {
    const { open, idle } = sender.connections()
    return [
      { labels: { state: 'busy' }, value: open - idle },
      { labels: { state: 'idle' }, value: idle },
    ]
  })
  metrics.gauge('mtg_edge_circuits', 'Apps whose circuit is not closed, by its state.', ['state'], () =>
    (['open', 'half_open'] as const).map(state => ({ labels: { state }, value: circuits.count(state) })),
  )
}
