import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { addressOf, networkOf } from './address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage

test('an IPv4 address is counted as it is, also where IPv6 wraps it or a proxy adds the port', () => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7:4711']) {
    assert.equal(networkOf(address), '192.0.2.7')
  }
})

test('all addresses of an IPv6 network are one caller, however they are written', () => {
  const cases: [address: string, network: string][] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
  ]
  for (const [address, network] of cases) assert.equal(networkOf(address), network, address)
})

test('X-Forwarded-For is believed only when a proxy vouches for it, and of it the last address alone', () => {
  assert.equal(addressOf(request('10.0.0.1', '6.6.6.6, 192.0.2.7'), true), '192.0.2.7')
  assert.equal(addressOf(request('10.0.0.1', '6.6.6.6, 192.0.2.7'), false), '10.0.0.1')
  assert.equal(addressOf(request('10.0.0.1'), true), '10.0.0.1')
})

test('nonsense for an address is bounded', () => {
  assert.ok(addressOf(request('10.0.0.1', 'x'.repeat(10_000)), true).length <= 64)
})
