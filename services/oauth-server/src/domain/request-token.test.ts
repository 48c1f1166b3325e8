import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import { isBrowserId, newBrowserId } from '@mtg/logins'
import { createSealer } from '@mtg/runtime'
import { openRequest, sealRequest } from './request-token.ts'

const sealer = createSealer(randomBytes(32))
const browser = newBrowserId()
const parameters = new Map([
  ['client_id', 'vnb-sk-secret-key'],
  ['state', 'line\nbreak é "quoted"'],
])
const MINUTE_MS = 60_000

test('a form opens in its own browser, for ten minutes, byte for byte', () => {
  const token = sealRequest(sealer, browser, parameters, 0)
  assert.deepEqual(openRequest(sealer, browser, token, 10 * MINUTE_MS), parameters)
  assert.equal(openRequest(sealer, browser, token, 10 * MINUTE_MS + 1), undefined)
  assert.equal(openRequest(sealer, newBrowserId(), token, 0), undefined)
  assert.equal(openRequest(createSealer(randomBytes(32)), browser, token, 0), undefined)
})

test('a token from the future of another clock opens within half a minute', () => {
  const token = sealRequest(sealer, browser, parameters, MINUTE_MS)
  assert.ok(openRequest(sealer, browser, token, MINUTE_MS / 2))
  assert.equal(openRequest(sealer, browser, token, MINUTE_MS / 2 - 1), undefined)
})

test('no changed bit goes unnoticed', () => {
  const bytes = Buffer.from(sealRequest(sealer, browser, parameters, 0), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(openRequest(sealer, browser, changed.toString('base64url'), 0), undefined, `byte ${at}`)
  }
})

test('garbage opens nothing', () => {
  for (const token of ['', 'x', 'AQ', 'A'.repeat(5000), '%00']) {
    assert.equal(openRequest(sealer, browser, token, 0), undefined)
  }
})

test('the key is not in the page', () => {
  const token = sealRequest(sealer, browser, parameters, 0)
  assert.ok(!token.includes('vnb-sk-') && !Buffer.from(token, 'base64url').includes('vnb-sk-'))
})

test('only 128-bit values are taken for our cookie', () => {
  assert.ok(isBrowserId(browser))
  for (const text of [undefined, '', 'short', `${browser}A`, `${browser.slice(1)} `]) {
    assert.equal(isBrowserId(text), false)
  }
})
