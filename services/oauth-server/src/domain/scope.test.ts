import assert from 'node:assert/strict'
import test from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { OauthError } from './oauth-error.ts'
import { grantScope, shrinkScope } from './scope.ts'

const invalid = (error: unknown) => error instanceof OauthError && error.code === 'invalid_request'

test('who asks for nothing gets mcp:tools', () => {
  assert.equal(grantScope(undefined, ''), 'mcp:tools')
  assert.equal(grantScope(undefined, 'llm:completions mcp:tools'), 'mcp:tools')
})

test('a scope is never wider than the key', () => {
  assert.equal(grantScope('mcp:tools llm:completions', 'mcp:tools'), 'mcp:tools')
  assert.equal(grantScope('mcp:tools llm:completions', 'llm:completions'), 'llm:completions')
  assert.throws(() => grantScope('llm:completions', 'mcp:tools'), invalid)
  assert.throws(() => grantScope(undefined, 'llm:completions'), invalid)
})

test("another mcp scope is answered with the key's own, since each permits every MCP method", () => {
  assert.equal(grantScope('mcp:read', 'mcp:tools'), 'mcp:tools')
  assert.equal(grantScope(undefined, 'mcp:search mcp:files'), 'mcp:search mcp:files')
})

test('scopes that nobody knows are left out, and alone they are refused', () => {
  assert.equal(grantScope('openid mcp:tools offline_access', ''), 'mcp:tools')
  assert.throws(() => grantScope('openid', ''), invalid)
})

test('a repeated scope is granted once, and odd spaces do no harm', () => {
  assert.equal(grantScope('  mcp:tools   mcp:tools ', ''), 'mcp:tools')
})

test('a scope of spaces, or with forbidden characters, is refused', () => {
  for (const scope of [' ', 'mcp:"x"', 'mcp:tools\\', 'mcp:\u0000', 'mcp:é', 'mcp:tools\tllm:completions']) {
    assert.throws(() => grantScope(scope, ''), invalid, JSON.stringify(scope))
  }
})

test('a refreshed scope may only shrink, by what is asked and by what the key allows now', () => {
  const granted = 'mcp:tools llm:completions'
  assert.equal(shrinkScope(undefined, granted, ''), granted)
  assert.equal(shrinkScope('llm:completions', granted, ''), 'llm:completions')
  assert.equal(shrinkScope('mcp:tools llm:completions', 'mcp:tools', ''), 'mcp:tools')
  assert.equal(shrinkScope(undefined, granted, 'mcp:tools'), 'mcp:tools')
  assert.throws(() => shrinkScope('llm:completions', 'mcp:tools', ''), invalid)
})

test('whatever is asked, the answer is refused or not empty and within the key', async context => {
  const token = fc.constantFrom('mcp:tools', 'mcp:x', 'llm:completions', 'openid', 'mcp', ':', 'llm:')
  const scope = fc.array(token, { maxLength: 4 }).map(tokens => tokens.join(' '))
  await fuzz(
    context,
    100,
    fc.property(scope, scope, (asked, allowed) => {
      let granted: string
      try {
        granted = grantScope(asked, allowed)
      } catch (error) {
        return assert.ok(invalid(error))
      }
      assert.notEqual(granted, '')
      if (allowed === '') return
      for (const each of granted.split(' ')) assert.ok(allowed.split(' ').includes(each), `${each} of ${allowed}`)
    }),
  )
})
