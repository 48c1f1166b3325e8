import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ConfigError, describeSettings, loadConfig, settings } from './index.ts'

const schema = z.object({
  GRPC_LISTEN: settings.hostPort().describe('where to listen'),
  KEY_PEPPER: settings.secretBytes(4),
  RETRIES: settings.int(3, { min: 1, max: 9 }),
  UPSTREAMS: settings.list(),
  VERBOSE: settings.flag(false),
})

test('defaults fill what is not set, and empty counts as not set', () => {
  const config = loadConfig(schema, {
    GRPC_LISTEN: '127.0.0.1:5',
    KEY_PEPPER: 'AAECAw==',
    RETRIES: '',
    UPSTREAMS: 'a, b,',
  })
  assert.equal(config.RETRIES, 3)
  assert.deepEqual(config.UPSTREAMS, ['a', 'b'])
  assert.deepEqual([...config.KEY_PEPPER], [0, 1, 2, 3])
  assert.equal(config.VERBOSE, false)
  assert.ok(Object.isFrozen(config))
})

test('every fault is reported at once, with the setting and never its value', () => {
  const attempt = () => loadConfig(schema, { KEY_PEPPER: 'c2VjcmV0LXZhbHVl', RETRIES: '11', VERBOSE: 'perhaps' })
  assert.throws(attempt, (error: unknown) => {
    assert.ok(error instanceof ConfigError)
    assert.deepEqual(
      error.faults.map(fault => fault.split(':')[0]),
      ['GRPC_LISTEN', 'KEY_PEPPER', 'RETRIES', 'VERBOSE'],
    )
    assert.match(error.message, /GRPC_LISTEN: is not set \(where to listen\)/)
    assert.ok(!error.message.includes('c2VjcmV0'))
    return true
  })
})

test('help names every setting', () => {
  for (const name of Object.keys(schema.shape)) assert.ok(describeSettings(schema).includes(name))
})

const accepts = (field: z.ZodType, text: string) => field.safeParse(text).success

test('addresses are host and port, with a port that exists', () => {
  for (const good of ['127.0.0.1:0', 'billing.svc:50051', '[::1]:65535']) {
    assert.ok(accepts(settings.hostPort(), good), good)
  }
  for (const bad of ['127.0.0.1', ':80', 'a:65536', '::1:80', 'a b:80', 'http://a:80']) {
    assert.ok(!accepts(settings.hostPort(), bad), bad)
  }
  assert.ok(accepts(settings.addresses(), 'a:1, b:2'))
  assert.ok(!accepts(settings.addresses(), 'a:1,b'))
  assert.ok(accepts(settings.addresses(), 'dns:///billing:50051'))
})

test('a URL must have one of the protocols that are understood', () => {
  assert.ok(accepts(settings.url('nats:', 'tls:'), 'nats://127.0.0.1:4222'))
  assert.ok(!accepts(settings.url('nats:', 'tls:'), 'http://127.0.0.1:4222'))
  assert.ok(!accepts(settings.url('nats:'), 'nowhere'))
  assert.ok(accepts(settings.urls('nats:', 'tls:'), 'nats://a:4222, tls://b:4222'))
  assert.ok(!accepts(settings.urls('nats:'), 'nats://a:4222,b:4222'))
})

test('numbers stay within their bounds', () => {
  for (const bad of ['-1', '1.5', 'many', 'Infinity']) assert.ok(!accepts(settings.int(1), bad), bad)
  for (const bad of ['-0.1', '1.1', 'NaN']) assert.ok(!accepts(settings.ratio(1), bad), bad)
  assert.ok(accepts(settings.ratio(1), '0.25'))
})
