import type { Metrics } from '@mtg/observability'
import { isShedding, type ShedState } from './shed-controller.ts'

/** Tells of the load whenever the metrics are asked for. */
export function measureLoad(metrics: Metrics, shed: () => ShedState, held: () => number): void {
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, [], read)
  gauge('mtg_edge_shedding', 'Whether the heaviest callers are refused: 1 or 0.', () => (isShedding(shed()) ? 1 : 0))
  gauge('mtg_edge_loop_round_seconds', 'How long a round of the event loop takes.', () => shed().roundMs / 1000)
  gauge('mtg_edge_reserve_wait_seconds', "How long calls wait for billing's answer.", () => shed().waitMs / 1000)
  gauge('mtg_edge_held_refusals_under_way', 'Refusals that wait for a moment before they are answered.', held)
}
