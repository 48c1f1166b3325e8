import type { Caller } from './callers.ts'

// What a call through the gateway needs, and no more: the edge stands at the border, so it may be the first to fall.
export const calls: readonly Caller[] = ['edge-proxy', 'operator']
// What an account may do for itself in the console, and may see of itself.
export const selfService: readonly Caller[] = ['console', 'operator']
export const ownReads: readonly Caller[] = ['console', 'operator']
// What the console may ask for, and look at, in the name of an account that is an operator.
export const administration: readonly Caller[] = ['console', 'operator']
export const inspection: readonly Caller[] = ['console', 'operator']
export const inspectionByReaders: readonly Caller[] = ['console', 'reader', 'operator']
// Questions that change nothing.
export const queries: readonly Caller[] = ['console', 'reader', 'operator']
export const operators: readonly Caller[] = ['operator']
export const reconciling: readonly Caller[] = ['billing', 'operator']

// By what a method is for, not by who may call it: several lists name the same callers.
export const forOperators: ReadonlySet<unknown> = new Set([administration, inspection, inspectionByReaders])
export const acts: ReadonlySet<unknown> = new Set([administration, operators, selfService])
