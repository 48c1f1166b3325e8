/** The account of a person: what they may be in the console. */
export interface Person {
  readonly accountId: string
  readonly email: string
  readonly isEmailVerified: boolean
  /** Undefined for somebody who only owns a publisher. */
  readonly buyerId: string | undefined
  readonly publisherUsername: string | undefined
}
