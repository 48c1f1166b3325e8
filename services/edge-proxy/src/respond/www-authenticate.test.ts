import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { challengeFor } from './www-authenticate.ts'

const facts = { baseUrl: 'https://gw.test', path: '/v1-beta/mcp/acme/search', scope: 'mcp:tools' }
const metadata = 'resource_metadata="https://gw.test/.well-known/oauth-protected-resource/v1-beta/mcp/acme/search"'

test('a caller without credential learns where to get one, and of no error', () => {
  assert.equal(challengeFor(new AppError('api_key_missing'), facts), `Bearer ${metadata}, scope="mcp:tools"`)
})

test('a bad credential is called an invalid token', () => {
  const challenge = challengeFor(new AppError('api_key_expired'), facts) ?? ''
  assert.match(challenge, /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="/)
})

test('a scope that is too small asks for more', () => {
  const challenge = challengeFor(new AppError('insufficient_scope'), facts)
  assert.equal(challenge, `Bearer error="insufficient_scope", ${metadata}, scope="mcp:tools"`)
})

test('other refusals carry no challenge, not even a 401 of the publisher', () => {
  assert.equal(challengeFor(new AppError('buyer_suspended'), facts), undefined)
  assert.equal(challengeFor(new AppError('publisher_client_error', { status: 401 }), facts), undefined)
})
