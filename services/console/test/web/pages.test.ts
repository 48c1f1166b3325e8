import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { services } from '@mtg/contracts'
import { formatMicros } from '@mtg/primitives'
import { createClient, fromTimestamp } from '@mtg/rpc'
import { behaviours, callTool, clearOfTurn, eventually, linkInMessage } from '@mtg/testing'
import type { APIRequestContext } from 'playwright-core'
import { differenceOf } from './aria-snapshots.ts'
import { objectionsTo } from './look.ts'
import { BUYER_PAGES, buyerDialogs, ENTRANCE_PAGES } from './page-lists.ts'
import {
  ada,
  newestCallPath,
  open,
  openDialog,
  refuseAll,
  type Stage,
  startStage,
  tina,
  visit,
  visitAs,
} from './pages.ts'

const DAY_MS = 86_400_000

let stage: Stage

before(async () => {
  stage = await startStage()
  // What the first page says of today is kept.
  await clearOfTurn(DAY_MS, 120_000)
  for (const tool of ['hash_text', 'summarize_text', 'no_such_tool']) await call(tool)
})
after(() => stage?.stop())

const call = (tool: string, credential = ada.key) =>
  callTool({
    baseUrl: stage.gateway.baseUrl,
    app: 'toolsmith/toolbox',
    tool,
    arguments: { text: 'A text. And another.' },
    credential,
  })

const DIALOGS = buyerDialogs()

/** What axe, the dark and a phone have against some pages and dialogs of hers, opened one after the other. */
async function objectionsToHers(t: TestContext, pages: readonly string[], dialogs: readonly string[] = []) {
  const { page, complaints } = await visitAs(t, stage, ada)
  const objections: string[] = []
  for (const path of pages) {
    await open(page, stage, path)
    objections.push(...(await objectionsTo(page, path)))
  }
  for (const path of dialogs) {
    await openDialog(page, stage, path)
    objections.push(...(await objectionsTo(page, path)))
  }
  return [...objections, ...complaints]
}

test('every page says what it said when somebody looked at it last, and asks no other site', async t => {
  const { page, complaints } = await visitAs(t, stage, ada)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  for (const path of BUYER_PAGES) {
    await open(page, stage, path)
    await eventually(async () => assert.equal(await differenceOf(page, path), undefined))
  }
  assert.deepEqual(
    asked.filter(url => !url.startsWith(stage.origin)),
    [],
  )
  assert.deepEqual(complaints, [])
})

test('before logging in: axe finds nothing by day, no colour in the dark, and nothing is cut off on a phone', async t => {
  const { page } = await visit(t, stage)
  for (const path of ENTRANCE_PAGES) {
    await open(page, stage, path)
    assert.deepEqual(await objectionsTo(page, path), [])
  }
})

for (const [part, pages] of [BUYER_PAGES.slice(0, 6), BUYER_PAGES.slice(6)].entries()) {
  test(`axe finds nothing by day, no colour in the dark, and nothing is cut off on a phone, part ${part + 1}`, async t => {
    assert.deepEqual(await objectionsToHers(t, pages), [])
  })
}

test('the same is true of a call, of dialogs, and where there is no page', async t => {
  const { page } = await visitAs(t, stage, ada)
  assert.deepEqual(await objectionsToHers(t, [await newestCallPath(page.request, stage), '/no/such/page'], DIALOGS), [])
})

test('the menu leads everywhere on a phone', async t => {
  const { page, complaints } = await visitAs(t, stage, ada, { viewport: { width: 360, height: 740 } })
  await open(page, stage, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('what could not be loaded says so on every page, and is not awaited for ever', async t => {
  const { page, complaints } = await visitAs(t, stage, ada)
  await refuseAll(page)
  for (const path of [...BUYER_PAGES, '/calls/any']) {
    await page.goto(`${stage.origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await eventually(async () => assert.equal(await page.locator('.skeleton').count(), 0, path))
  }
  assert.deepEqual(complaints, [])
})

test('what was searched for is gone with a click on the marketplace, and does not come back', async t => {
  const { page } = await visitAs(t, stage, ada)
  await open(page, stage, '/market')
  await page.getByLabel('Search').fill('no such thing at all')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('link', { name: 'Marketplace' }).click()
  await page.getByRole('link', { name: 'toolbox' }).waitFor()
  assert.equal(await page.getByLabel('Search').inputValue(), '')
  await page.waitForURL(`${stage.origin}/market`)
})

test('the policy of every page allows no inline script or style, and no other site', async t => {
  const { page, complaints } = await visitAs(t, stage, ada)
  const response = await page.goto(`${stage.origin}/wallet`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a key is made and revoked by clicking, and its next calls are 401 api_key_revoked', async t => {
  const { page } = await visitAs(t, stage, ada)
  await open(page, stage, '/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByLabel('Name').fill('short-lived')
  await page.getByLabel('Spend in all').fill('1.50')
  await page.getByLabel('Receipts vouch for request and answer').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByText('cannot be shown again').waitFor()
  const key = await page.locator('.secret code').textContent()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  assert.equal((await call('hash_text', String(key))).status, 200)
  await page.getByText('$0.002 of $1.50').waitFor()
  await page.getByText('receipts vouch for contents').waitFor()

  await page.getByRole('button', { name: 'What to do with short-lived' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('short-lived is revoked').waitFor()
  await eventually(async () => {
    const { status, code } = await call('hash_text', String(key))
    assert.deepEqual([status, code], [401, 'api_key_revoked'])
  })
})

test('what another window has changed is shown before it is changed again: limits of a key, and a purchase', async t => {
  const { page } = await visitAs(t, stage, tina)
  const elsewhere = (method: 'POST' | 'PATCH', path: string, data: object) =>
    page.request.fetch(`${stage.origin}/api/v1${path}`, { method, data, headers: { origin: stage.origin } })
  const made = await elsewhere('POST', '/keys', { name: 'of two windows' })
  const { id } = (await made.json()) as { id: string }
  await open(page, stage, '/keys')
  await page.getByRole('button', { name: 'What to do with of two windows' }).click()
  await page.getByRole('menuitem', { name: 'Change limits' }).click()
  await elsewhere('PATCH', `/keys/${id}`, { limits: { total: '7.00' } })
  const total = page.getByLabel('Spend in all')
  await total.fill('3')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('These limits were changed since you opened this').waitFor()
  assert.equal(await total.inputValue(), '7.00')
  await page.getByRole('button', { name: 'Fill in what I had typed' }).click()
  assert.equal(await total.inputValue(), '3')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('The limits of of two windows hold').waitFor()
  const changed = await page.request.get(`${stage.origin}/api/v1/keys/${id}`)
  assert.equal(((await changed.json()) as { limits: { total: string } }).limits.total, '3.00')

  const app = 'toolsmith/toolbox'
  await elsewhere('POST', '/purchases', { app, tier: 'free' })
  await open(page, stage, '/purchases')
  await page.getByRole('button', { name: `Cancel ${app}` }).click()
  await elsewhere('POST', '/purchases', { app, tier: 'paid' })
  await page.getByRole('button', { name: 'Cancel purchase' }).click()
  await page.getByText('it is cancelled in the free tier now. Nothing was done.').waitFor()
})

test('a field that is wrong says so itself, whether the browser or the API found it', async t => {
  const { page } = await visit(t, stage)
  await open(page, stage, '/signup')
  await page.getByLabel('E-mail address').fill('nobody')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This does not look like an e-mail address.').waitFor()
  await page.getByText('A password has at least 8 characters.').waitFor()
  // The browser lets this pass, the API does not.
  const known = await visitAs(t, stage, ada)
  await open(known.page, stage, '/keys')
  await known.page.getByRole('button', { name: 'Create key' }).first().click()
  await known.page.getByLabel('Name').fill('misled')
  await known.page.getByText('More limits').click()
  await known.page.getByLabel('Only these apps').fill('no-app-at-all')
  await known.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await known.page.locator('.field:has([name="/limits/apps"]) .field-error').waitFor()
})

test('somebody new signs up, verifies, tops up, buys, and makes a paid call that is explained, all by clicking', async t => {
  const { page, complaints } = await visit(t, stage)
  const email = 'newcomer@example.test'
  await open(page, stage, '/signup')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('First steps').waitFor()
  await page.goto(await linkInMessage(stage.gateway.outboxDir, email))
  await page.getByText('is verified').waitFor()
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.getByText('First steps').waitFor()

  await page.getByRole('link', { name: 'Top up' }).first().click()
  await page.getByLabel('Amount in USD').fill('10')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('The wallet is topped up in a moment').waitFor()
  await open(page, stage, '/wallet')
  await page.getByText('$10.00').first().waitFor()

  await page.getByRole('link', { name: 'Marketplace' }).click()
  await page.getByRole('link', { name: 'toolbox' }).click()
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByText('Nothing is charged now').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('link', { name: 'Try it now' }).click()

  await page.getByRole('combobox', { name: 'Tool' }).selectOption('hash_text')
  await page.getByText('This call costs').waitFor()
  await page.getByRole('textbox', { name: 'text' }).fill('hello')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByText('2cf24dba5fb0a30e26e83b2ac5b9e29e').first().waitFor()
  await page.getByRole('link', { name: 'Stage by stage' }).click()
  await page.getByText('charged: the answer was delivered').waitFor()
  await page.getByText('Ask the publisher').waitFor()
  assert.deepEqual(complaints, [])
})

test('who forgot a password chooses another by the link in the mail, which works once', async t => {
  const { page } = await visit(t, stage)
  await open(page, stage, '/forgot-password')
  await page.getByLabel('E-mail address').fill(tina.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('a message with a link is on its way').waitFor()
  const link = await linkInMessage(stage.gateway.outboxDir, tina.email)
  await page.goto(link)
  await page.getByLabel('New password').fill(tina.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
  await page.goto(link)
  await page.getByLabel('New password').fill('another one of mine')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('alert').waitFor()
})

test('the figures of every page are the journal’s', async t => {
  await clearOfTurn(DAY_MS, 60_000)
  for (let count = 0; count < 3; count += 1) await call('hash_text')
  const { page } = await visitAs(t, stage, ada)
  const { buyer } = (await (await page.request.get(`${stage.origin}/api/v1/account`)).json()) as {
    buyer: { id: string }
  }
  const journal = createClient(services.billing.WalletService, {
    address: stage.gateway.grpc.billing,
    token: stage.gateway.secretOf('operator'),
  })
  t.after(() => journal.close())
  const { entries } = await journal.ListJournalEntries({ buyerId: buyer.id, pageSize: 500 }, { timeoutMs: 10_000 })
  const sum = (chosen: typeof entries) => chosen.reduce((total, entry) => total + BigInt(entry.amountMicros), 0n)
  const taken = entries.filter(({ debitAccount }) => debitAccount === `wallet:${buyer.id}`)
  const calls = taken.filter(({ kind }) => kind === 'capture')
  // Those before may have been made before midnight.
  const days = Map.groupBy(calls, ({ createdAt }) => fromTimestamp(createdAt)?.toISOString().slice(0, 10))
  const today = days.get(new Date().toISOString().slice(0, 10)) ?? []
  const balance = shown(sum(entries) - 2n * sum(taken))
  const stat = async (label: string) =>
    await page
      .locator('.stat', { has: page.getByText(label, { exact: true }) })
      .locator('.stat-value')
      .textContent()

  await open(page, stage, '/wallet')
  await eventually(async () => assert.deepEqual([await stat('Balance'), await stat('Available')], [balance, balance]))
  const amounts = await page.locator('[aria-label="Journal, table"] tbody tr td[data-label="Amount"]').allTextContents()
  const signed = entries
    .slice(0, 20)
    .map(entry => `${taken.includes(entry) ? '−' : '+'}${shown(BigInt(entry.amountMicros))}`)
  assert.deepEqual(amounts, signed)
  await page.goto(`${stage.origin}/wallet?month=${new Date().toISOString().slice(0, 7)}`)
  assert.equal((await page.locator('.sheet .sum td').textContent())?.trim(), balance)
  await open(page, stage, '/')
  await eventually(async () => {
    assert.equal(await stat('Available'), balance)
    assert.equal(await stat('Charged calls today'), String(today.length))
    assert.equal(await stat('Spend per day'), shown(sum(calls) / BigInt(days.size)))
  })
  for (const by of ['day', 'app', 'tool', 'key']) {
    await open(page, stage, `/usage?by=${by}`)
    assert.deepEqual([await stat('Spent'), await stat('Charged calls')], [shown(sum(calls)), String(calls.length)], by)
  }
  await open(page, stage, '/purchases')
  const used = await page
    .locator('.purchase', { hasText: 'toolsmith/toolbox' })
    .locator('.meter-head .number')
    .textContent()
  assert.match(String(used), new RegExp(`^${calls.length} of `))
})

/** As pages write amounts. */
const shown = (micros: bigint) => `$${formatMicros(micros)}`

test('an address of a page leads there after logging in, and only to pages of our own', async t => {
  const { page } = await visit(t, stage)
  await page.goto(`${stage.origin}/calls?code=ok`)
  await page.getByLabel('E-mail address').fill(ada.email)
  await page.getByLabel('Password').fill(ada.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  assert.equal(new URL(page.url()).search, '?code=ok')
  const away = await visit(t, stage)
  await away.page.goto(`${stage.origin}/login?next=${encodeURIComponent('//example.com/')}`)
  await away.page.getByLabel('E-mail address').fill(ada.email)
  await away.page.getByLabel('Password').fill(ada.password)
  await away.page.getByRole('button', { name: 'Log in' }).click()
  await away.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  assert.equal(new URL(away.page.url()).origin, stage.origin)
})

test('the keyboard alone is enough to log in, make a key, and leave', async t => {
  const { page } = await visit(t, stage)
  await open(page, stage, '/login')
  await page.getByLabel('E-mail address').focus()
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await open(page, stage, '/keys')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to the page')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal((await page.locator(':focus').textContent())?.trim(), 'Create key')
  await page.keyboard.press('Enter')
  await page.locator('[name="/name"]:focus').waitFor()
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Enter')
  await page.getByText('cannot be shown again').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('by keyboard').waitFor()
  const account = page.getByRole('button', { name: ada.email })
  await account.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
})

test('an app that asks for more gets its answer from the page, and only the round that completes is charged', async t => {
  const { page, complaints } = await visitAs(t, stage, ada)
  await open(page, stage, '/playground?app=toolsmith/toolbox&tool=find_meeting_hours')
  await page.getByRole('textbox', { name: 'timeZones' }).fill('Europe/Berlin\nEurope/London')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByText('On which day shall the meeting be?', { exact: true }).waitFor()
  await page.locator('.cost', { hasText: 'input_required' }).getByText('$0.00').waitFor()
  await page.getByLabel('date', { exact: true }).fill('2026-12-01')
  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByText('2026-12-01T10:00:00.000Z').first().waitFor()
  await page.locator('.cost', { hasText: 'charged' }).getByText('$0.002').waitFor()
  assert.deepEqual(complaints, [])
})

test('a task is followed to its end: its price is held, then taken with the result, or given back when it is cancelled', async t => {
  const { page } = await visitAs(t, stage, tina)
  const times = { createdAt: '2026-11-22T10:00:00Z', lastUpdatedAt: '2026-11-22T10:00:00Z', ttlMs: 3_600_000 }
  const answer = (more: object) => behaviours.result({ ...times, ...more })
  const say = (more: object) => stage.publisher.behave(answer(more))
  const working = (taskId: string) =>
    answer({ resultType: 'task', taskId, status: 'working', statusMessage: 'sawing', pollIntervalMs: 500 })
  const start = async (taskId: string) => {
    say({ tools: [{ name: 'build', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' })
    await open(page, stage, '/playground?app=workshop/tasks')
    stage.publisher.behave(working(taskId))
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByText('sawing', { exact: true }).waitFor()
  }
  await start('task-of-a-page')
  await page.locator('.cost').getByText('under way').waitFor()
  const content = [{ type: 'text', text: 'a chair' }]
  say({ resultType: 'complete', taskId: 'task-of-a-page', status: 'completed', result: { content } })
  await page.getByText('a chair').first().waitFor()
  await page.locator('.cost').getByText('$0.03').waitFor()

  await start('task-given-up')
  // It works on until it is told to stop: the page asks for it all the while.
  let isCancelled = false
  const cancelled = answer({ resultType: 'complete', taskId: 'task-given-up', status: 'cancelled' })
  stage.publisher.behave((request, response) => {
    isCancelled ||= (request.json as { method?: string }).method === 'tasks/cancel'
    return (isCancelled ? cancelled : working('task-given-up'))(request, response)
  })
  await page.getByRole('button', { name: 'Cancel the task' }).click()
  await page.locator('.card', { hasText: 'task-given-up' }).getByText('cancelled', { exact: true }).waitFor()
  await page.locator('.cost', { hasText: 'not charged' }).getByText('$0.00').waitFor()
})

test('the playground hands calls on with the page’s key alone, and only for who is logged in and of our own pages', async t => {
  const address = `${stage.origin}/api/v1/playground/mcp/toolsmith/toolbox`
  const mcp = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' }
  const data = { jsonrpc: '2.0', id: '1', method: 'tools/list' }
  const codeOf = async (answer: { json(): Promise<unknown> }) =>
    ((await answer.json()) as { error?: { code?: string } }).error?.code
  const post = (request: APIRequestContext, headers: Record<string, string>) =>
    request.post(address, { data, headers: { ...mcp, origin: stage.origin, ...headers } })
  const stranger = await visit(t, stage)
  assert.equal(await codeOf(await post(stranger.page.request, { 'x-playground-key': ada.key })), 'api_key_missing')
  const { request } = (await visitAs(t, stage, ada)).page
  assert.equal(await codeOf(await post(request, {})), 'api_key_missing')
  assert.equal(await codeOf(await post(request, { 'x-playground-key': 'vnb-sk-nobody-knows-it' })), 'api_key_invalid')
  const elsewhere = { 'x-playground-key': ada.key, origin: 'https://elsewhere.example' }
  assert.equal(await codeOf(await post(request, elsewhere)), 'origin_not_allowed')
  const answer = await post(request, { 'x-playground-key': ada.key })
  assert.equal(answer.status(), 200)
  assert.match(String(answer.headers()['x-gateway-call-id']), /^[0-9a-f-]{36}$/)
})

test('an app that somebody does not have leads from the playground to its tiers', async t => {
  const { page } = await visitAs(t, stage, tina)
  await open(page, stage, '/connect?app=wordsmith/chat')
  await page.getByText('You do not have wordsmith/chat yet').waitFor()
  await open(page, stage, '/playground?app=wordsmith/chat')
  await page.getByText('You do not have wordsmith/chat yet').waitFor()
  await page.getByRole('link', { name: 'Get it' }).click()
  await page.getByRole('button', { name: 'Get free' }).waitFor()
})

test('of a long list the first rows are drawn, and the others when they are asked for', async t => {
  const { page } = await visitAs(t, stage, ada)
  const items = Array.from({ length: 120 }, (_, index) => ({
    group: `toolsmith/toolbox#tool_${index}`,
    calls: 1,
    charged: `${index}.00`,
    tokens: 0,
  }))
  await page.route(
    url => url.pathname === '/api/v1/usage' && url.searchParams.get('by') === 'tool',
    route => route.fulfill({ json: { items, nextPageToken: null } }),
  )
  await open(page, stage, '/usage?by=tool')
  const rows = page.getByRole('region', { name: 'Usage by tool, table' }).locator('tbody tr')
  assert.equal(await rows.count(), 50)
  assert.match((await rows.first().textContent()) ?? '', /tool_119.*\$119\.00/)
  await page.getByText('The first 50 of 120, largest first').waitFor()
  await page.getByRole('button', { name: 'Show the other 70' }).press('Enter')
  await page.getByText('All 120, largest first').waitFor()
  assert.equal(await rows.count(), 120)
  // Whoever uses the keyboard stays where they were.
  assert.equal(await page.evaluate('document.activeElement.className'), 'card-foot')
})

test('an unknown address of the API is not_found and never a page; an unknown page says so', async t => {
  for (const path of ['/api/v1/nothing', '/api', '/assets/nothing.js', '/.well-known/nothing', '/v1-beta/mcp/a/b']) {
    const answer = await fetch(`${stage.origin}${path}`, { headers: { accept: 'text/html' } })
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [404, 'application/json; charset=utf-8'],
      path,
    )
  }
  const { page } = await visitAs(t, stage, ada)
  await page.goto(`${stage.origin}/no/such/page`)
  await page.getByText('There is no such page').waitFor()
})
