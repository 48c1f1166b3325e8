import type { Clock } from '@mtg/primitives'
import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'
import { rememberLookups } from './remembered-facts.ts'
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
  return { resolve: rememberLookups({ lookUp, remembered, clock }), clear: () => remembered.forgetAll() }
}
