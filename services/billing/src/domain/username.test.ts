import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usernameFault } from './username.ts'

test('usernames are short, plain and lower-case, and none is the gateway’s own', () => {
  for (const name of ['abc', 'a-b-c', '1st', 'x'.repeat(32)]) assert.equal(usernameFault(name), undefined, name)
  const bad = [
    '',
    'ab',
    'x'.repeat(33),
    'Abc',
    'a_b',
    'a--b',
    '-ab',
    'ab-',
    'a.b',
    'äbc',
    'ab c',
    'a/b',
    'abc\n',
    'аbc',
  ]
  for (const name of bad) assert.match(usernameFault(name) ?? '', /must have 3 to 32/, name)
  for (const name of ['admin', 'api', 'mcp', 'www']) {
    assert.match(usernameFault(name) ?? '', /kept for the gateway/, name)
  }
})
