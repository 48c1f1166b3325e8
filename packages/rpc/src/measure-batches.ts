import { batchBuckets, type Metrics } from '@mtg/observability'

/** Why a batch client refuses an item by itself. */
type ItemRefusal = 'too_large' | 'overloaded' | 'breaks_streams'

const refusals: readonly ItemRefusal[] = ['too_large', 'overloaded', 'breaks_streams']

/** What is seen of a batched stream: its messages, what waits, and what was refused. */
export interface BatchMeasures {
  readonly sent: (items: number) => void
  readonly refused: (reason: ItemRefusal) => void
}

/** Shows the messages of a batched stream: how many items each carries, how many are unanswered, and what was refused. */
export function measureBatches(
  metrics: Metrics | undefined,
  method: string,
  waiting: { readonly size: number; readonly bytes: number },
): BatchMeasures {
  if (metrics === undefined) return { sent: () => {}, refused: () => {} }
  metrics.gauge('mtg_rpc_unanswered_items', 'Items of batched calls that wait for their answer.', ['method'], () => [
    { labels: { method }, value: waiting.size },
  ])
  metrics.gauge('mtg_rpc_unanswered_bytes', 'Bytes of those items, as an upper bound.', ['method'], () => [
    { labels: { method }, value: waiting.bytes },
  ])
  const sizes = metrics
    .histogram('mtg_rpc_batch_items', 'Items in a message of a batched call.', ['method'], batchBuckets)
    .bind({ method })
  const refused = metrics.counter(
    'mtg_rpc_items_refused_total',
    'Items of batched calls refused before or while sending.',
    ['method', 'reason'],
  )
  for (const reason of refusals) refused.bind({ method, reason })
  return { sent: items => sizes.observe(items), refused: reason => refused.inc({ method, reason }) }
}
