import type { FactsChange } from '@mtg/events'
import type { Clock } from '@mtg/primitives'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'
import { learnFacts, rememberLookups } from './remembered-facts.ts'
import { createRememberedTargets } from './remembered-targets.ts'

/** Finds out about targets, and remembers for a moment those that may be called. */
export interface Resolver {
  /** `fresh` passes by what is remembered. */
  readonly resolve: (target: CallTarget, options: { readonly fresh: boolean }) => Promise<ResolvedTarget>
  /** Whether a target need not be looked up now. */
  readonly isKnown: (target: CallTarget) => boolean
  /** Asked before a target is looked up by another way; the answer remembers what was found. */
  readonly learn: (target: CallTarget) => (found: ResolvedTarget) => void
  /** Something in the catalogue or a purchase changed. */
  readonly forget: (change: FactsChange) => void
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
  return {
    resolve: rememberLookups({ lookUp, remembered, clock }),
    isKnown: target => remembered.find(target, clock.monotonicMs()) !== undefined,
    learn: target => learnFacts(remembered, target, clock),
    forget: change => remembered.forget(change),
  }
}
