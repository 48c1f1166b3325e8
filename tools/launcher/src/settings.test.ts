import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLauncherSettings, readSettings } from './settings.ts'

test('without any variable the documented defaults hold', () => {
  const settings = readSettings({}, '/project')
  assert.equal(settings.GATEWAY_HOST, '127.0.0.1')
  assert.equal(settings.GATEWAY_PORT, 8080)
  assert.equal(settings.CONSOLE_PORT, 8090)
  assert.equal(settings.DATA_DIR, '/project/.data')
  assert.equal(settings.MARKETPLACE_FILE, '/project/examples/marketplace.yaml')
  assert.equal(settings.DATABASE_URL, undefined)
})

test('an empty variable counts as unset', () => {
  assert.equal(readSettings({ GATEWAY_PORT: '', REDIS_URL: '' }, '/').GATEWAY_PORT, 8080)
})

test('every fault is reported at once, by the name of its variable', () => {
  const faulty = { GATEWAY_PORT: '70000', DATABASE_URL: 'mysql://x', BILLING_GRPC: '4000' }
  assert.throws(() => readSettings(faulty, '/'), /GATEWAY_PORT[^]*DATABASE_URL[^]*BILLING_GRPC: must be host:port/)
})

test('the help names every setting', () => {
  assert.match(describeLauncherSettings(), /GATEWAY_PORT[^]*MARKETPLACE_FILE[^]*NATS_URL/)
})
