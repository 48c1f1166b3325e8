import { randomUUID } from 'node:crypto'

/** The account of somebody who signed up with an address that is somebody else's. */
export interface StandIn {
  /** The address as they typed it. */
  readonly shownEmail: string
  /** Under which auth knows the account. */
  readonly loginEmail: string
}

/** An address that nobody has, can have or can guess (RFC 2606). */
export function unusedEmail(): string {
  return `${randomUUID()}@stand-in.invalid`
}
