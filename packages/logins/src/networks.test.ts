import assert from 'node:assert/strict'
import test from 'node:test'
import { networkOf, wideNetworkOf } from './networks.ts'

test('an IPv6 network is its /64, however the address is written', () => {
  const network = '2001:db8:1:2'
  for (const address of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:3:4:5:6',
    '2001:0db8:0001:0002::',
    '2001:db8:1:2::5:6%eth0',
  ]) {
    assert.equal(networkOf(address), network)
  }
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.equal(networkOf('2001:db8::7'), '2001:db8:0:0')
})

test('an IPv4 address is a network of its own, also when written as IPv6', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
})

test('the wider network is an IPv4 /24 or an IPv6 /48', () => {
  assert.equal(wideNetworkOf('192.0.2.7'), '192.0.2')
  assert.equal(wideNetworkOf('::ffff:192.0.2.7'), '192.0.2')
  assert.equal(wideNetworkOf('2001:db8:1:2::7'), '2001:db8:1')
})
