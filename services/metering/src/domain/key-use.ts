/** The last use of a key that is known here. */
export interface KeyUse {
  readonly keyId: string
  readonly buyerId: string
  readonly usedAtMs: number
}
