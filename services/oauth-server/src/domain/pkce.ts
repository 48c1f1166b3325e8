import { createHash, timingSafeEqual } from 'node:crypto'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether the text can be an S256 challenge: base64url of 32 bytes without padding. */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** The S256 challenge of a verifier (RFC 7636 section 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url')
}

/** Whether the verifier is well formed (43 to 128 unreserved characters) and belongs to the challenge. */
export function verifies(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const expected = Buffer.from(challenge)
  const actual = Buffer.from(challengeOf(verifier))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
