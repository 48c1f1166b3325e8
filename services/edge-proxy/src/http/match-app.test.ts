import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCallPath, matchApp } from './match-app.ts'

test('a path means the same app each time it is read', () => {
  const path = '/v1-beta/llm/acme/chat/chat/completions'
  const first = matchApp(path)
  const { adapter, ...names } = matchApp(path)
  assert.deepEqual(names, { username: 'acme', appName: 'chat', name: 'acme/chat', path: '/v1-beta/llm/acme/chat' })
  assert.equal(adapter.name, 'llm')
  assert.deepEqual(matchApp(path), first)
})

test('a path that is refused is refused again', () => {
  for (let time = 0; time < 2; time += 1) {
    assert.throws(() => matchApp('/v1-beta/mcp/acme/..'), { code: 'invalid_path' })
    assert.throws(() => matchApp('/v1-beta/soap/acme/search'), { code: 'not_found' })
  }
})

test('only paths of adapters that there are bypass the other routes', () => {
  assert.ok(isCallPath('/v1-beta/mcp/acme/search?x=1'))
  for (const target of [
    '/v1-beta/usage',
    '/v1-beta/webhooks/stripe',
    '/v1-beta/mcp',
    '/v1-beta/%6dcp/a/b',
    'http://x/v1-beta/mcp/a/b',
  ]) {
    assert.ok(!isCallPath(target), target)
  }
})

test('an A2A path of the right form is protocol_not_supported; any other is none', () => {
  assert.throws(() => matchApp('/v1-beta/a2a/acme/search'), { code: 'protocol_not_supported', status: 501 })
  for (const path of ['/v1-beta/a2a', '/v1-beta/a2a/acme', '/v1-beta/a2a/acme/search/more', '/v1-beta/a2a/acme/..']) {
    assert.throws(() => matchApp(path), { code: 'invalid_path' }, path)
  }
  for (const path of ['/v1-beta/A2A/acme/search', '/v1-beta/a2a2/acme/search']) {
    assert.throws(() => matchApp(path), { code: 'not_found' }, path)
  }
})
