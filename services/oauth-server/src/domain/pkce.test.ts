import assert from 'node:assert/strict'
import test from 'node:test'
import { challengeOf, isCodeChallenge, verifies } from './pkce.ts'

// RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the example of RFC 7636 appendix B verifies', () => {
  assert.equal(challengeOf(VERIFIER), CHALLENGE)
  assert.ok(verifies(VERIFIER, CHALLENGE))
})

test('the octets of RFC 7636 appendix B make its verifier', () => {
  const octets = [
    116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
    88, 5, 88, 83, 132, 141, 121,
  ]
  assert.equal(Buffer.from(octets).toString('base64url'), VERIFIER)
})

test('a verifier shorter than 43 or longer than 128 characters never verifies', () => {
  for (const [length, good] of [
    [42, false],
    [43, true],
    [128, true],
    [129, false],
  ] as const) {
    const verifier = 'a'.repeat(length)
    assert.equal(verifies(verifier, challengeOf(verifier)), good, `${length} characters`)
  }
})

test('a verifier with anything but unreserved characters never verifies', () => {
  for (const character of ['+', '/', '=', ' ', '%', 'é', '\n', '\0']) {
    const verifier = 'a'.repeat(42) + character
    assert.equal(verifies(verifier, challengeOf(verifier)), false, JSON.stringify(character))
  }
  const allUnreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
  assert.ok(verifies(allUnreserved, challengeOf(allUnreserved)))
})

test('a challenge has exactly 43 characters of base64url', () => {
  assert.ok(isCodeChallenge(CHALLENGE))
  for (const text of ['', CHALLENGE.slice(1), `${CHALLENGE}A`, `${CHALLENGE}=`, CHALLENGE.replace('-', '+')]) {
    assert.equal(isCodeChallenge(text), false, text)
  }
})
