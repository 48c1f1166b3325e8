import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import { uuidv7 } from '@mtg/primitives'
import { callTool, eventually, linkInMessage } from '@mtg/testing'
import { Client } from 'pg'
import type { BrowserContextOptions } from 'playwright-core'
import { objectionsTo } from './look.ts'
import { OWNER_DIALOGS, OWNER_PAGES } from './page-lists.ts'
import {
  ada,
  makeOperator,
  open,
  openDialog,
  owner,
  refuseAll,
  type Stage,
  startStage,
  visit,
  visitAs,
} from './pages.ts'

let stage: Stage
/** Where the sample MCP server listens, as its publisher knows. */
let upstream: string

const grace = { email: 'grace@example.test', password: 'sample-password-grace' }
const graceKey = 'vnb-sk-sample-grace-5Rt8uN2mKj4Hb7Wq'

before(async () => {
  stage = await startStage()
  await makeOperator(stage, owner.email)
  await call('toolsmith/toolbox', 'hash_text', graceKey)
})
after(() => stage?.stop())

const call = (app: string, tool: string, credential: string) =>
  callTool({ baseUrl: stage.gateway.baseUrl, app, tool, arguments: { text: 'A text.' }, credential })

const visitAsOwner = (t: TestContext, options?: BrowserContextOptions) => visitAs(t, stage, owner, options)

test('somebody new lists an app over lunch, a stranger buys and calls it, and the earning is paid out', async t => {
  const known = await visitAsOwner(t)
  const own = await known.page.request.get(`${stage.origin}/api/v1/publisher/apps/toolbox`)
  upstream = ((await own.json()) as { upstream: string }).upstream
  const { page, complaints } = await visit(t, stage)
  const maker = { email: 'maker@example.test', password: 'a long enough password' }
  await page.request.post(`${stage.origin}/api/v1/accounts`, { data: maker, headers: { origin: stage.origin } })
  await page.goto(await linkInMessage(stage.gateway.outboxDir, maker.email))
  await page.getByText('is verified').waitFor()
  await page.request.post(`${stage.origin}/api/v1/session`, { data: maker, headers: { origin: stage.origin } })

  await open(page, stage, '/')
  await page.getByRole('link', { name: 'Publish an app' }).click()
  await page.getByLabel('Publisher name').fill('Not A Name')
  await page.getByRole('button', { name: 'Become a publisher' }).click()
  await page.getByText('lower-case letters, digits, and single hyphens between them').waitFor()
  await page.getByLabel('Publisher name').fill('toolsmith')
  await page.getByRole('button', { name: 'Become a publisher' }).click()
  await page.getByText('This username belongs to somebody else.').waitFor()
  await page.getByLabel('Publisher name').fill('lunch-makers')
  await page.getByRole('button', { name: 'Become a publisher' }).click()
  await page.getByRole('button', { name: 'Set it' }).click()
  await page.getByLabel('Credential', { exact: true }).fill('toolsmith-upstream-key')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'New app' }).click()
  await page.getByLabel('Name').fill('words')
  await page.getByLabel('Address of its server').fill(upstream)
  await page.getByLabel('Price of a call').fill('0.02')
  await page.getByRole('button', { name: 'Save draft and ask its server' }).click()
  await page.getByText('summarize_text').first().waitFor()
  await page.getByRole('link', { name: 'As buyers see it' }).click()
  await page.getByText('$0.02 a call').first().waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('published', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Payouts' }).click()
  await page.getByRole('button', { name: 'Connect payout account' }).click()
  await page.getByLabel('Account at the payment processor').fill('acct_lunch')
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.getByText('to acct_lunch').waitFor()

  const buyer = await visitAs(t, stage, ada)
  await open(buyer.page, stage, '/market/lunch-makers/words')
  await buyer.page.getByRole('button', { name: 'Buy' }).click()
  await buyer.page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
  await buyer.page.getByText('lunch-makers/words is yours').waitFor()
  assert.equal((await call('lunch-makers/words', 'hash_text', ada.key)).status, 200)
  // The same purse as in the journal, and what the buyer has paid.
  await page.locator('.stat', { hasText: 'Payable' }).getByText('$0.02').waitFor()
  await page.getByRole('button', { name: 'Send a payout' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('cell', { name: 'acct_lunch' }).waitFor()
  await page.locator('.stat', { hasText: 'Paid out' }).getByText('$0.02').waitFor()
  await page.getByRole('link', { name: 'Revenue' }).click()
  await page.locator('.stat', { hasText: 'Paid by buyers' }).getByText('$0.02').waitFor()
  assert.deepEqual(complaints, [])
})

test('a rise of a price is rehearsed, announced and withdrawn; what two people save at once is not lost', async t => {
  const { page, complaints } = await visitAsOwner(t)
  await call('toolsmith/toolbox', 'hash_text', ada.key)
  await open(page, stage, '/publish/apps/toolbox?tab=prices')
  const late = await visitAsOwner(t)
  await open(late.page, stage, '/publish/apps/toolbox')
  await page.getByLabel('Price of a call').fill('0.004')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The last 30 days at these prices').waitFor()
  await page.getByText('of 1 buyer', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save and announce' }).click()
  await page.getByRole('heading', { name: 'Announced prices' }).waitFor()
  const buyer = await visitAs(t, stage, ada)
  await open(buyer.page, stage, '/market/toolsmith/toolbox')
  await buyer.page.getByText('will cost $0.004 instead of $0.002').waitFor()

  // The other window was opened before.
  await late.page.getByLabel('Title').fill('The toolbox')
  await late.page.getByRole('button', { name: 'Save changes' }).click()
  await late.page.getByText(/changed in: .*tiers and prices/).waitFor()
  await late.page.getByRole('button', { name: 'save my changes on top' }).click()
  await late.page.getByRole('heading', { level: 1, name: 'The toolbox' }).waitFor()

  await open(page, stage, '/publish/apps/toolbox?tab=prices')
  await page.getByRole('button', { name: 'Withdraw the rise of the tier' }).click()
  await page.getByText('The rise is withdrawn').waitFor()
  await page.getByRole('heading', { name: 'Announced prices' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Price of a call').inputValue(), '0.002')
  assert.deepEqual(complaints, [])
})

test('a server that does not answer is told with what it did, and the draft is kept', async t => {
  const { page } = await visitAsOwner(t)
  await open(page, stage, '/publish')
  await page.getByRole('button', { name: 'New app' }).click()
  await page.getByLabel('Name').fill('a-name-that-is-so-long-that-no-column-was-ever-made-for-it-really')
  await page.getByLabel('Address of its server').fill('ftp://127.0.0.1:9/mcp')
  await page.getByLabel('Price of a call').fill('0.1234567')
  await page.getByRole('button', { name: 'Save draft and ask its server' }).click()
  await page.getByText('An amount such as 0.002.').waitFor()
  await page.getByLabel('Price of a call').fill('0.01')
  // The browser takes any address, the API does not: it is told where that stands.
  await page.getByRole('button', { name: 'Save draft and ask its server' }).click()
  await page.locator('.field:has([name="/upstream"]) .field-error', { hasText: 'http' }).waitFor()
  await page.getByLabel('Address of its server').fill('http://127.0.0.1:9/mcp')
  await page.getByLabel('Name').fill('toolbox')
  await page.getByRole('button', { name: 'Save draft and ask its server' }).click()
  await page.getByText('You have an app of that name already.').waitFor()
  await page.getByLabel('Name').fill('not-there-yet')
  await page.getByRole('button', { name: 'Save draft and ask its server' }).click()
  await page.getByText('draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ask the server now' }).click()
  await page.getByText('The server did not answer as it should.').waitFor()
})

test('an operator suspends and resumes, replays a dead letter, and finds it all in the audit log', async t => {
  const { page, complaints } = await visitAsOwner(t)
  await open(page, stage, '/operator/accounts')
  const suspend = async (action: 'Suspend' | 'Resume') => {
    await page.getByRole('button', { name: `${action} ${grace.email}` }).click()
    await page.locator('.dialog').getByRole('button', { name: action }).click()
    await page.locator('.dialog').waitFor({ state: 'detached' })
  }
  await page.getByLabel('E-mail address, or id').fill(grace.email.slice(0, 5))
  await page.waitForURL(/buyer=/)
  await suspend('Suspend')
  await eventually(async () =>
    assert.equal((await call('toolsmith/toolbox', 'hash_text', graceKey)).code, 'buyer_suspended'),
  )
  await suspend('Resume')
  await eventually(async () => assert.equal((await call('toolsmith/toolbox', 'hash_text', graceKey)).status, 200))

  await addDeadLetter()
  await page.getByRole('link', { name: 'Dead letters' }).click()
  await page.getByText('the database was away').waitFor()
  await page.getByRole('button', { name: /^Replay dead letter/ }).click()
  await page.getByRole('heading', { name: 'No dead letters' }).or(page.getByText('No dead letters')).first().waitFor()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('On', { exact: true }).fill(`buyer:${grace.email}`)
  await page.waitForURL(/target=buyer/)
  const acts = page.getByRole('row', { name: /Set buyer status/ })
  await acts.nth(1).waitFor()
  await eventually(async () => assert.equal(await acts.count(), 2))
  const text = await acts.first().textContent()
  const parts = [owner.email, 'by the console', 'suspended: true → false']
  assert.deepEqual(
    parts.filter(part => text?.includes(part) !== true),
    [],
    String(text),
  )
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('row', { name: /Replay dead letters/ }).waitFor()
  assert.deepEqual(complaints, [])
})

/** An event that metering could not store when it came, and can now. */
async function addDeadLetter(): Promise<void> {
  const event = {
    callId: uuidv7(Date.now()),
    occurredAt: new Date().toISOString(),
    buyerId: randomUUID(),
    keyId: randomUUID(),
    purchaseId: randomUUID(),
    appId: randomUUID(),
    publisherUsername: 'toolsmith',
    appName: 'toolbox',
    adapter: 'mcp',
    operation: 'tools/call',
    name: 'hash_text',
    tier: 'free',
    chargedMicros: '0',
    totalTokens: '0',
    durationMs: 12,
  }
  const payload = JSON.stringify(event)
  const database = new Client({ connectionString: stage.gateway.servers.databaseUrl })
  await database.connect()
  await database.query(
    `INSERT INTO metering.dead_letters (subject, payload, payload_bytes, digest, reason, detail)
     VALUES ('usage.v1.recorded', $1, $2, $3, 'database_error', 'the database was away')`,
    [payload, Buffer.byteLength(payload), createHash('sha256').update(payload).digest()],
  )
  await database.end()
}

test('whoever is no operator sees nothing of operators, in no menu and at no address, and asks for none of it', async t => {
  const { page } = await visitAs(t, stage, grace)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/v1/operator')) asked.push(request.url())
  })
  await open(page, stage, '/')
  assert.equal(await page.getByText('Operator', { exact: true }).count(), 0)
  for (const path of OWNER_PAGES.filter(each => each.startsWith('/operator'))) {
    await page.goto(`${stage.origin}${path}`)
    await page.getByText('There is no such page').waitFor()
  }
  assert.deepEqual(asked, [])
  await open(page, stage, '/publish')
  await page.getByRole('heading', { level: 1, name: 'Publish an app' }).waitFor()
  await page.goto(`${stage.origin}/publish/apps/toolbox`)
  await page.getByText('This could not be loaded').waitFor()
})

test('what could not be loaded says so to publishers and operators, and is not awaited for ever', async t => {
  const { page, complaints } = await visitAsOwner(t)
  await refuseAll(page)
  for (const path of OWNER_PAGES.filter(each => !each.includes('?tab='))) {
    await page.goto(`${stage.origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await eventually(async () => assert.equal(await page.locator('.skeleton').count(), 0, path))
  }
  assert.deepEqual(complaints, [])
})

for (const whose of ['publish', 'operator']) {
  test(`axe finds nothing by day, no colour in the dark, and nothing is cut off on a phone: /${whose}`, async t => {
    const { page, complaints } = await visitAsOwner(t)
    const isTheirs = (path: string) => path.startsWith(`/${whose}`)
    for (const path of OWNER_PAGES.filter(isTheirs)) {
      await open(page, stage, path)
      assert.deepEqual(await objectionsTo(page, path), [])
    }
    for (const path of OWNER_DIALOGS.filter(isTheirs)) {
      await openDialog(page, stage, path)
      assert.deepEqual(await objectionsTo(page, path), [])
    }
    assert.deepEqual(complaints, [])
  })
}
