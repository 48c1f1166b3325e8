import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinAddress, splitAddress } from '@mtg/primitives'

test('an address comes apart and together again, with an IPv6 host in brackets', () => {
  const parts = {
    'localhost:8080': { host: 'localhost', port: 8080 },
    '127.0.0.1:0': { host: '127.0.0.1', port: 0 },
    '[::1]:443': { host: '::1', port: 443 },
  }
  for (const [text, address] of Object.entries(parts)) {
    assert.deepEqual(splitAddress(text), address)
    assert.equal(joinAddress(address), text)
  }
})
