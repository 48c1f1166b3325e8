import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedisUrl, parseRedisUrl } from './address.ts'

test('one server keeps its URL as it is', () => {
  for (const url of ['redis://host:6380/2', 'rediss://user:pass@host']) {
    assert.deepEqual(parseRedisUrl(url), { mode: 'single', url })
  }
})

test('a Cluster is a list of servers, with one login for all', () => {
  assert.deepEqual(parseRedisUrl('rediss+cluster://app:p%40ss:word@a:7000,b,[::1]:7002'), {
    mode: 'cluster',
    nodes: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    login: { username: 'app', password: 'p@ss:word', tls: true },
  })
})

test('Sentinels come with the name of the master they watch, and may have a password of their own', () => {
  assert.deepEqual(parseRedisUrl('redis+sentinel://:secret@a,b:26380/main/3?sentinelPassword=other'), {
    mode: 'sentinel',
    nodes: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 26_380 },
    ],
    masterName: 'main',
    database: 3,
    sentinelPassword: 'other',
    login: { password: 'secret', tls: false },
  })
})

test('what cannot be read is refused without being quoted', () => {
  const refused = [
    '',
    'host:6379',
    'http://host',
    'redis+cluster://',
    'redis+cluster://a,,b',
    'redis+cluster://a:99999',
    'redis+cluster://a:6379/1',
    'redis+sentinel://a,b',
    'redis+sentinel://a/main/x',
    'redis+sentinel://user:hunter2@a',
  ]
  for (const text of refused) {
    assert.equal(isRedisUrl(text), false, text)
    assert.throws(() => parseRedisUrl(text), { message: /^(?!.*hunter2)/ })
  }
})
