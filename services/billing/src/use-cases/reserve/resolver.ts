import type { Clock } from '@mtg/primitives'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'
import { createRememberedTargets } from './remembered-targets.ts'

/** Finds out about targets, and remembers for a moment those that may be called. */
export interface Resolver {
  /** `fresh` passes by what is remembered. */
  readonly resolve: (target: CallTarget, options: { readonly fresh: boolean }) => Promise<ResolvedTarget>
  /** Forgets everything: something in the catalogue or a purchase changed. */
  readonly clear: () => void
}

/** How a resolver finds out, and how long it believes it. */
export interface ResolverOptions {
  readonly lookUp: (target: CallTarget) => Promise<ResolvedTarget>
  readonly clock: Clock
  /** How long at this moment. */
  readonly cacheMs: () => number
}

/** A resolver that remembers nothing yet. */
export function createResolver({ lookUp, clock, cacheMs }: ResolverOptions): Resolver {
  const remembered = createRememberedTargets(cacheMs)

  async function read(target: CallTarget, atMs: number): Promise<ResolvedTarget> {
    const { generation } = remembered
    const resolved = await lookUp(target)
    remembered.remember(target, resolved, { atMs, generation })
    return resolved
  }

  return {
    async resolve(target, { fresh }) {
      const atMs = clock.monotonicMs()
      const known = fresh ? undefined : remembered.find(target, atMs)
      if (known === undefined) return await read(target, atMs)
      // While it cannot be read, what is known holds until its time is over.
      if (remembered.claimRenewal(target, atMs)) read(target, atMs).catch(() => {})
      return known
    },
    clear: () => remembered.forgetAll(),
  }
}
