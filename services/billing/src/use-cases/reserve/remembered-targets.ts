import { LRUCache } from 'lru-cache'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'

/** What is known of targets, for a moment. */
export interface RememberedTargets {
  find(target: CallTarget, nowMs: number): ResolvedTarget | undefined
  /** Grows each time that everything is forgotten: what was read under an earlier one may be out of date. */
  readonly generation: number
  /** Remembers what may be called, if nothing was forgotten since it was read. */
  remember(
    target: CallTarget,
    resolved: ResolvedTarget,
    read: { readonly atMs: number; readonly generation: number },
  ): void
  forgetAll(): void
}

const ENTRIES_MAX = 50_000

/**
 * Keeps only what lets a call through, so that nobody is refused on old facts; whatever moves money or meters checks them
 * again in the database.
 */
export function createRememberedTargets(keepMs: number): RememberedTargets {
  const entries = new LRUCache<string, { resolved: ResolvedTarget; untilMs: number }>({ max: ENTRIES_MAX })
  let generation = 0
  return {
    find(target, nowMs) {
      const known = entries.get(keyOf(target))
      return known !== undefined && known.untilMs > nowMs ? known.resolved : undefined
    },
    get generation() {
      return generation
    },
    remember(target, resolved, read) {
      if (mayBeCalled(resolved) && read.generation === generation) {
        entries.set(keyOf(target), { resolved, untilMs: read.atMs + keepMs })
      } else entries.delete(keyOf(target))
    },
    forgetAll() {
      generation += 1
      entries.clear()
    },
  }
}

const keyOf = ({ buyerId, username, appName }: CallTarget) => `${buyerId} ${username}/${appName}`

function mayBeCalled({ publisher, purchase, limits }: ResolvedTarget): boolean {
  const publisherServes = publisher !== undefined && !publisher.isSuspended && publisher.apiKeySealed !== null
  return publisherServes && purchase?.status === 'active' && !purchase.isMeterExpired && limits !== undefined
}
