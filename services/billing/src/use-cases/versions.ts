import { appError } from '@mtg/errors'

/** Refuses a change that was meant for another version of a thing; 0: any will do, -1: there must be none. */
export function refuseOtherVersion(known: { readonly version: bigint | string } | undefined, expected: bigint): void {
  if (expected === 0n) return
  const version = known === undefined ? -1n : BigInt(known.version)
  if (version !== expected) throw otherVersion(expected)
}

/** Somebody changed it between reading and writing it. */
export function otherVersion(expected: bigint): Error {
  return appError('precondition_failed', { detail: { expected } })
}
