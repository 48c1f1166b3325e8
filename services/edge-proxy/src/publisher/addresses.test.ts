import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressGuard, isCidr } from './addresses.ts'

const forbidden = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '0x7f000001',
]
const open = ['1.1.1.1', '8.8.8.8', '100.63.0.1', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111', '2a00:1450::1']

test('only public addresses are permitted', () => {
  const guard = createAddressGuard([], false)
  for (const address of forbidden) assert.ok(!guard.permits(address, 'https:'), address)
  for (const address of open) assert.ok(guard.permits(address, 'https:'), address)
})

test('public addresses are never spoken to in the clear unless that is configured', () => {
  for (const address of open) {
    assert.ok(!createAddressGuard([], false).permits(address, 'http:'), address)
    assert.ok(createAddressGuard([], true).permits(address, 'http:'), address)
  }
})

test('configured private ranges are permitted, and nothing beside them', () => {
  const guard = createAddressGuard(['127.0.0.0/8', '::1/128'], false)
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) assert.ok(guard.permits(address, 'http:'), address)
  for (const address of ['10.0.0.1', '169.254.169.254', 'fe80::1', '::2']) assert.ok(!guard.permits(address, 'http:'))
})

test('ranges are told from other texts', () => {
  for (const range of ['10.0.0.0/8', '::1/128', '0.0.0.0/0']) assert.ok(isCidr(range), range)
  for (const text of ['10.0.0.0', '10.0.0.0/33', '::1/129', 'x/8', '']) assert.ok(!isCidr(text), text)
})
