import { type BoundHistogram } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Clock } from '@mtg/primitives'
import { createBatcher } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'
import { resolveCalls } from '../../store/resolve-calls.ts'

/** Looks targets up, and remembers for a moment those that may be called. */
export interface Resolver {
  readonly resolve: (target: CallTarget, options: { readonly fresh: boolean }) => Promise<ResolvedTarget>
  /** Forgets everything: something in the catalogue or a purchase changed. */
  readonly clear: () => void
}

/** What the resolver needs. */
export interface ResolverOptions {
  readonly db: Database
  readonly clock: Clock
  readonly cacheMs: number
  /** Told of each batch's size. */
  readonly sizes: BoundHistogram
  /** Told of each part of a batch that failed and is worked off in smaller ones. */
  readonly onSplit: (thrown: unknown) => void
}

const ENTRIES_MAX = 50_000
const BATCH_MAX = 128
const QUEUE_MAX = 20_000

/**
 * Makes the resolver. Only facts that admit a call are remembered, so that nobody is refused on stale ones; whatever
 * moves money or meters checks them again in the database.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const cache = new LRUCache<string, { target: ResolvedTarget; untilMs: number }>({ max: ENTRIES_MAX })
  const lookups = createBatcher<CallTarget, ResolvedTarget>({
    run: targets => resolveCalls(options.db, targets),
    itemsMax: BATCH_MAX,
    lanes: 2,
    queueMax: QUEUE_MAX,
    sizes: options.sizes,
    onSplit: options.onSplit,
  })
  let generation = 0

  return {
    async resolve(target, { fresh }) {
      const key = `${target.buyerId} ${target.username}/${target.appName}`
      const known = cache.get(key)
      const now = options.clock.monotonicMs()
      if (!fresh && known !== undefined && known.untilMs > now) return known.target
      const before = generation
      const resolved = await lookups.add(target)
      // What was read before a change must not be remembered after it.
      if (mayBeCalled(resolved) && before === generation)
        cache.set(key, { target: resolved, untilMs: now + options.cacheMs })
      else cache.delete(key)
      return resolved
    },
    clear() {
      generation += 1
      cache.clear()
    },
  }
}

function mayBeCalled({ publisher, purchase, limits }: ResolvedTarget): boolean {
  const publisherServes = publisher !== undefined && !publisher.suspended && publisher.apiKeySealed !== null
  return publisherServes && purchase?.status === 'active' && !purchase.meterExpired && limits !== undefined
}
