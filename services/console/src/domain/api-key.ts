/** What is known of an API key after its creation. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** "vnb-sk-" or "vai-sk-". */
  readonly prefix: string
  readonly lastFour: string
  /** Space separated; empty: unrestricted. */
  readonly scope: string
  /** The keys above it, the topmost first and its parent last. */
  readonly ancestorIds: readonly string[]
  /** Whether receipts of its calls vouch for request and answer. */
  readonly wantsDigests: boolean
  readonly createdAt: Date
  /** Undefined: never. */
  readonly expiresAt: Date | undefined
  /** Undefined while it was not revoked. */
  readonly revokedAt: Date | undefined
}
