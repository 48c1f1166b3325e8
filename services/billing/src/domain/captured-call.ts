/** What the usage record of a captured call can be rebuilt from. */
export interface CapturedCall {
  readonly callId: string
  readonly resolvedAt: Date
  /** From its reservation to its capture. */
  readonly durationMs: number
  readonly buyerId: string
  readonly purchaseId: string
  readonly appId: string
  readonly publisherUsername: string
  readonly appName: string
  readonly adapter: 'mcp' | 'llm'
  readonly keyId: string | null
  /** What its record names. */
  readonly name: string
  readonly tier: 'free' | 'paid'
  readonly priceMicros: bigint
  readonly totalTokens: bigint
}

/** Count and digest of the calls of one range: the same on both sides when the calls are. */
export interface CallDigest {
  readonly callCount: number
  readonly digest: string
}
