import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { chromiumLaunch } from '@mtg/testing'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ada, authorizeParameters, exchange, type Harness, startHarness } from './harness.ts'

let server: Harness
let browser: Browser
let client: Server
let callback: string

before(async () => {
  server = await startHarness({ LOGIN_ACCOUNT_ATTEMPTS_MAX: '1000' })
  client = createServer((_request, response) => response.end('back at the client'))
  await new Promise<void>(resolve => client.listen(0, '127.0.0.1', resolve))
  callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`
  browser = await chromium.launch(chromiumLaunch())
})

after(async () => {
  await browser?.close()
  client?.close()
  await server?.close()
})

const scope = 'mcp:tools llm:completions'

/** Opens the page, and notes whatever the browser has to say against it. */
async function open(t: TestContext, options: BrowserContextOptions = {}, overrides: Record<string, string> = {}) {
  const context = await browser.newContext(options)
  t.after(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (!/Failed to load resource: the server responded/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  const parameters = authorizeParameters({ redirect_uri: callback, state: 'a b\nc', scope, ...overrides })
  const response = await page.goto(`${server.issuer}/authorize?${new URLSearchParams(parameters).toString()}`)
  return { page, response, complaints }
}

async function fillIn(page: Page, password = ada.password): Promise<void> {
  await page.getByLabel('E-mail address').fill(ada.email)
  await page.getByLabel('Password').fill(password)
}

async function arrivedWith(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(url => url.href.startsWith(callback))
  assert.equal(await page.textContent('body'), 'back at the client')
  return new URL(page.url()).searchParams
}

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

test('a person logs in, allows, and is sent back with a code that works', async t => {
  const { page, complaints } = await open(t)
  await fillIn(page)
  await page.getByRole('button', { name: 'Log in and allow' }).click()
  const query = await arrivedWith(page)
  assert.equal(query.get('state'), 'a b\nc')
  assert.equal(query.get('iss'), server.issuer)
  const { status, body } = await exchange(server.origin, query.get('code') ?? '', { redirect_uri: callback })
  assert.deepEqual([status, body.scope], [200, scope])
  assert.deepEqual(complaints, [])
})

test('all of it works without JavaScript', async t => {
  const { page } = await open(t, { javaScriptEnabled: false })
  await fillIn(page, 'wrong')
  await page.getByRole('button', { name: 'Log in and allow' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(ada.password)
  await page.getByRole('button', { name: 'Log in and allow' }).click()
  await page.waitForURL(url => url.href.startsWith(callback))
})

test('the keyboard alone is enough: the fields, then allow, then deny', async t => {
  const { page } = await open(t)
  // A browser moves the focus a moment after the page has loaded; what is typed before that is lost.
  await page.locator('[name=email]:focus').waitFor()
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  const focused: (string | null)[] = []
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('Tab')
    focused.push(await page.locator(':focus').textContent())
  }
  assert.deepEqual(focused, ['Log in and allow', 'Deny'])
  await page.getByLabel('Password').focus()
  await page.keyboard.press('Enter')
  assert.ok((await arrivedWith(page)).get('code'), 'Enter allows')
})

test('who denies needs no password and comes back with access_denied', async t => {
  const { page } = await open(t)
  await page.getByRole('button', { name: 'Deny' }).click()
  const query = await arrivedWith(page)
  assert.deepEqual([query.get('error'), query.get('code')], ['access_denied', null])
})

test('after a wrong password the page says so, keeps the e-mail and waits in the password field', async t => {
  const { page, complaints } = await open(t)
  await fillIn(page, 'wrong')
  await page.getByRole('button', { name: 'Log in and allow' }).click()
  assert.equal(
    await page.getByRole('alert').textContent(),
    'E-mail address or password is wrong, the address is not verified yet, or the application uses an API key of another account. Nothing was allowed.',
  )
  assert.equal(await page.getByLabel('E-mail address').inputValue(), ada.email)
  assert.equal(await page.locator(':focus').getAttribute('name'), 'password')
  assert.equal(await page.getByLabel('Password').inputValue(), '')
  assert.deepEqual(complaints, [])
})

test('axe finds nothing to object to, in light and dark, wide and narrow, before and after a failure', async t => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 320, height: 640 },
    ]) {
      const { page } = await open(t, { colorScheme, viewport })
      assert.deepEqual(await violationsOf(page), [], `${colorScheme} ${viewport.width}`)
      await fillIn(page, 'wrong')
      await page.getByRole('button', { name: 'Log in and allow' }).click()
      await page.getByRole('alert').waitFor()
      assert.deepEqual(await violationsOf(page), [], `${colorScheme} ${viewport.width} after a failure`)
    }
  }
  const { page, response } = await open(t, {}, { client_id: 'vnb-sk-unknown-key' })
  assert.equal(response?.status(), 401)
  assert.deepEqual(await violationsOf(page), [], 'error page')
})

test('nothing is cut off or scrolls sideways on a small phone or at 400 % zoom', async t => {
  const longHost = `http://${'subdomain.'.repeat(12)}client.example/callback`
  for (const width of [320, 375, 1280]) {
    const { page } = await open(t, { viewport: { width, height: 700 } }, { redirect_uri: longHost })
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    assert.ok(Number(overflow) <= 0, `${width}: ${String(overflow)}`)
  }
})

test('the page loads nothing from anywhere, and nobody can frame it', async t => {
  const { page } = await open(t)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.reload()
  assert.deepEqual(
    requests.filter(url => !url.startsWith(`${server.issuer}/authorize`)),
    [],
  )
  await page.goto('about:blank')
  const address = JSON.stringify(`${server.issuer}/authorize?${new URLSearchParams(authorizeParameters()).toString()}`)
  await page.setContent(`<iframe src=${address.replaceAll('&', '&amp;')}></iframe>`)
  const [frame] = page.frames().slice(1)
  await frame?.waitForLoadState()
  assert.equal(await frame?.locator('form').count(), 0)
})
