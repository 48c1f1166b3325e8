import { appError } from '@mtg/errors'

/** As `refuse_if_away` says it; drivers hand the text on, each within its own words. */
const REFUSAL = /\bhas moved to another cell\b/

/** What was refused since its buyer has left this cell, as `cell_unavailable`; anything else as it was. */
export function translateFence(thrown: unknown): unknown {
  if (!isOfFence(thrown)) return thrown
  return appError('cell_unavailable', {
    message: 'The buyer has just moved to another cell of the gateway: nothing was charged. Try again.',
    detail: { reason: 'the buyer has moved' },
    cause: thrown,
  })
}

function isOfFence(thrown: unknown): boolean {
  return thrown instanceof Error && (REFUSAL.test(thrown.message) || isOfFence(thrown.cause))
}
