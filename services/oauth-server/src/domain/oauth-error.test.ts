import assert from 'node:assert/strict'
import test from 'node:test'
import { appError } from '@mtg/errors'
import { oauthError, toEnvelope, toOauthError } from './oauth-error.ts'

test('a stranger becomes server_error and its text stays inside', () => {
  const error = toOauthError(new Error('password of the database'))
  assert.equal(error.status, 500)
  assert.deepEqual(toEnvelope(error), {
    error: 'server_error',
    error_description: 'The authorization server failed. Try again.',
  })
  assert.deepEqual(toOauthError(appError('database_error')).detail, { cause: 'database_error' })
})

test('descriptions keep to the characters that RFC 6749 allows', () => {
  const description = 'a"b\\c\nd\u0000é'
  assert.match(oauthError('invalid_request', { description }).message, /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/)
})
