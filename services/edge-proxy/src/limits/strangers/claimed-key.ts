const CLAIM_LENGTH_MAX = 64

/** The id of the key that an access token says it was issued for: a claim, which anybody can make. */
export function claimedKeyOf(credential: string): string | undefined {
  const [, payload, signature] = credential.split('.')
  if (payload === undefined || signature === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const keyId = typeof claims === 'object' && claims !== null && 'client_id' in claims ? claims.client_id : undefined
    return typeof keyId === 'string' && keyId.length <= CLAIM_LENGTH_MAX ? keyId : undefined
  } catch {
    return undefined
  }
}
