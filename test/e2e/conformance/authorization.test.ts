import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { buyer, marketplaceOf } from './marketplace.ts'
import { startSuite, summaryOf } from './suite.ts'

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: marketplaceOf({}) })
})

after(async () => {
  await gateway?.stop()
})

/** Fields that the page of GET /authorize carries along, as the browser would send them back. */
function hiddenFields(page: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [input] of page.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1]
    if (name !== undefined) fields.set(name, unescapeHtml(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''))
  }
  return fields
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Logs in and consents as the buyer, then follows the redirect to the client. */
async function logIn(authorizeUrl: string): Promise<void> {
  const page = await fetch(authorizeUrl)
  assert.equal(page.status, 200)
  const form = hiddenFields(await page.text())
  form.set('email', buyer.email)
  form.set('password', buyer.password)
  form.set('decision', 'allow')
  const cookie = page.headers
    .getSetCookie()
    .map(set => set.split(';')[0])
    .join('; ')
  const submit = { method: 'POST', headers: { cookie }, body: form, redirect: 'manual' } as const
  const answer = await fetch(new URL('/authorize', authorizeUrl), submit)
  const location = answer.headers.get('location')
  assert.ok(location, `no redirect after login: ${answer.status} ${await answer.text()}`)
  const callback = await fetch(location)
  assert.equal(callback.status, 200)
}

test('both authorization server scenarios pass with a login in between', async t => {
  const port = String(await freePort())
  const suite = startSuite([
    'authorization',
    '--url',
    gateway.baseUrl,
    '--client-id',
    buyer.key,
    '-p',
    port,
    '--spec-version',
    '2026-07-28',
  ])
  // A login that fails must not leave the suite waiting for its callback.
  t.after(() => suite.stop())
  const [authorizeUrl] = await suite.waitFor(/http\S+\/authorize\?\S+/)
  await logIn(authorizeUrl)
  const run = await suite.finished
  t.diagnostic(summaryOf(run))
  assert.equal(run.exitCode, 0, run.output)
  assert.match(run.output, /authorization-code-grant: 1 passed, 0 failed/)
})
