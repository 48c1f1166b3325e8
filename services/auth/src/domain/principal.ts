/** Who a credential belongs to, and what it allows. */
export interface Principal {
  readonly buyerId: string
  readonly keyId: string
  /** Space separated; empty: unrestricted. */
  readonly scope: string
  readonly kind: 'api-key' | 'access-token'
  /** Undefined for API keys, which do not expire. */
  readonly expiresAtMs: number | undefined
}
