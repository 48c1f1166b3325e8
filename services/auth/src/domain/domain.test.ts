import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateApiKey, parseApiKey } from './api-key.ts'
import { createPasswords } from './password.ts'
import { isScope, narrowScope } from './scope.ts'

test('generated keys carry 256 random bits behind their prefix', () => {
  const keys = Array.from({ length: 50 }, () => generateApiKey('vai-sk-'))
  assert.equal(new Set(keys).size, 50)
  for (const key of keys) assert.match(key, /^vai-sk-[A-Za-z0-9_-]{43}$/)
})

test('only well-formed keys have parts', () => {
  assert.deepEqual(parseApiKey('vnb-sk-demo-ada-0001'), { prefix: 'vnb-sk-', lastFour: '0001' })
  for (const text of ['', 'vnb-sk-', 'vnb-sk-short', 'sk-12345678', 'vnb-sk-has space', `vnb-sk-${'a'.repeat(201)}`]) {
    assert.equal(parseApiKey(text), undefined, text)
  }
})

const narrowings: [token: string, key: string, result: string][] = [
  ['mcp:tools', '', 'mcp:tools'],
  ['mcp:tools', 'mcp:tools llm:completions', 'mcp:tools'],
  ['mcp:tools llm:completions', 'mcp:tools', 'mcp:tools'],
  ['mcp:tools', 'mcp:read', 'mcp:tools'],
  ['llm:completions', 'mcp:tools', 'none'],
  ['', 'mcp:tools', 'mcp:tools'],
]

for (const [token, key, result] of narrowings) {
  test(`a token of scope "${token}" for a key of scope "${key}" may do "${result}"`, () => {
    assert.equal(narrowScope(token, key), result)
  })
}

test('scopes have single spaces and no quotes', () => {
  assert.ok(isScope('') && isScope('mcp:tools llm:completions'))
  assert.ok(!isScope('mcp:tools  llm') && !isScope('a"b') && !isScope(' a'))
})

test('a password verifies in either Unicode form, and never against nothing', async () => {
  const passwords = await createPasswords({ concurrencyMax: 1, queueMax: 4 })
  const hash = await passwords.hash('pässword')
  assert.equal(await passwords.verify(hash, 'pässword'.normalize('NFD'), 'ada'), true)
  assert.equal(await passwords.verify(hash, 'password', 'ada'), false)
  assert.equal(await passwords.verify(undefined, 'no account has this password', 'ada'), false)
})

test('logins beyond the queue are refused instead of piling up', async () => {
  const passwords = await createPasswords({ concurrencyMax: 1, queueMax: 1 })
  const attempts = await Promise.allSettled(['a', 'b', 'c'].map(password => passwords.hash(password)))
  assert.deepEqual(
    attempts.map(attempt => (attempt.status === 'rejected' ? (attempt.reason as { code: string }).code : 'hashed')),
    ['hashed', 'hashed', 'overloaded'],
  )
})
