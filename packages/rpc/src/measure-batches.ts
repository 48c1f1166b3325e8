import { type BoundHistogram, batchBuckets, type Metrics } from '@mtg/runtime'

/** Shows the messages of a batched stream: how many items each carries, and how many are unanswered. */
export function measureBatches(
  metrics: Metrics | undefined,
  method: string,
  unanswered: () => number,
): BoundHistogram | undefined {
  metrics?.gauge('mtg_rpc_unanswered_items', 'Items of batched calls that wait for their answer.', ['method'], () => [
    { labels: { method }, value: unanswered() },
  ])
  return metrics
    ?.histogram('mtg_rpc_batch_items', 'Items in a message of a batched call.', ['method'], batchBuckets)
    .bind({ method })
}
