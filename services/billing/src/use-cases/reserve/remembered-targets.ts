import { LRUCache } from 'lru-cache'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'

/** What is known of targets, for a moment. */
export interface RememberedTargets {
  find(target: CallTarget, nowMs: number): ResolvedTarget | undefined
  /** True for one call, when it is time to read it again: whoever gets it reads. */
  claimRenewal(target: CallTarget, nowMs: number): boolean
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

interface Entry {
  readonly resolved: ResolvedTarget
  readonly readAtMs: number
  /** When the next call has it read again, without waiting for it. */
  renewAtMs: number
}

const ENTRIES_MAX = 50_000
/** From this share of its time on, what calls go by is read again beside them: who calls steadily never waits for it. */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/**
 * Keeps only what lets a call through, so that nobody is refused on old facts; whatever moves money or meters checks them
 * again in the database.
 */
export function createRememberedTargets(keepMs: () => number): RememberedTargets {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })
  let generation = 0
  return {
    find(target, nowMs) {
      const known = entries.get(keyOf(target))
      return known !== undefined && nowMs - known.readAtMs < keepMs() ? known.resolved : undefined
    },
    claimRenewal(target, nowMs) {
      const known = entries.get(keyOf(target))
      if (known === undefined || nowMs < known.renewAtMs) return false
      known.renewAtMs = nowMs + keepMs() * RENEW_AGAIN_AFTER
      return true
    },
    get generation() {
      return generation
    },
    remember(target, resolved, read) {
      if (mayBeCalled(resolved) && read.generation === generation) {
        const renewAtMs = read.atMs + keepMs() * RENEW_FROM
        entries.set(keyOf(target), { resolved, readAtMs: read.atMs, renewAtMs })
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
