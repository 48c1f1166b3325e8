import { appError } from '@mtg/errors'

/** Refuses a change that was meant for another version of an app; 0: any will do, -1: there must be none. */
export function refuseOtherVersion(known: { readonly version: string } | undefined, expected: bigint): void {
  if (expected === 0n) return
  const version = known === undefined ? -1n : BigInt(known.version)
  if (version !== expected) throw appError('precondition_failed', { detail: { version, expected } })
}
