import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { type Constellation, chromiumLaunch, startConstellation } from '@mtg/testing'
import { type Browser, chromium } from 'playwright-core'
import { ada, apps, sampleMarketplace } from './shop/samples.ts'
import { costOf } from './shop/spending.ts'

// What a person does who connects an MCP client: the official one, with its own OAuth, and a real browser.

const password = 'sample-password-ada'

let gateway: Constellation
let browser: Browser
let callbackServer: Server
let callbackUrl: string

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, samples: true })
  callbackServer = createServer((_request, response) => response.end('You may close this window.'))
  await new Promise<void>(resolve => callbackServer.listen(0, '127.0.0.1', resolve))
  callbackUrl = `http://127.0.0.1:${(callbackServer.address() as AddressInfo).port}/callback`
  browser = await chromium.launch(chromiumLaunch())
})

after(async () => {
  await browser?.close()
  callbackServer?.close()
  await gateway?.stop()
})

/** What a client keeps between its steps; the user has typed in the API key as its id. */
function createProvider() {
  let verifier = ''
  const kept: { tokens?: StoredOAuthTokens; authorizationUrl?: URL; discovered?: OAuthDiscoveryState } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: callbackUrl,
    clientMetadata: { redirect_uris: [callbackUrl], client_name: 'e2e', token_endpoint_auth_method: 'none' },
    state: () => 'state of the client',
    clientInformation: () => ({ client_id: ada.key }),
    tokens: () => kept.tokens,
    saveTokens: tokens => {
      kept.tokens = tokens
    },
    redirectToAuthorization: url => {
      kept.authorizationUrl = url
    },
    saveCodeVerifier: text => {
      verifier = text
    },
    codeVerifier: () => verifier,
    discoveryState: () => kept.discovered,
    saveDiscoveryState: state => {
      kept.discovered = state
    },
  }
  return { provider, kept }
}

const appUrl = () => new URL(`${gateway.baseUrl}/v1-beta/mcp/${apps.toolbox.app}`)

function newClient(): Client {
  return new Client(
    { name: 'e2e', version: '1.0.0' },
    { capabilities: {}, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
}

/** The person's part, in the browser: answers with what came back to the client. */
async function allowInBrowser(authorizationUrl: URL): Promise<URLSearchParams> {
  const page = await browser.newPage()
  try {
    await page.goto(authorizationUrl.href)
    await page.getByLabel('E-mail address').fill(ada.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in and allow' }).click()
    await page.waitForURL(url => url.href.startsWith(callbackUrl))
    return new URL(page.url()).searchParams
  } finally {
    await page.close()
  }
}

test('from a bare 401 to a paid tool call, and on with a refreshed token', async () => {
  const { provider, kept } = createProvider()
  const transport = new StreamableHTTPClientTransport(appUrl(), { authProvider: provider })
  await assert.rejects(newClient().connect(transport), UnauthorizedError)
  assert.ok(kept.authorizationUrl, 'the client found the authorization endpoint')
  assert.equal(kept.authorizationUrl.origin, gateway.baseUrl)

  const answer = await allowInBrowser(kept.authorizationUrl)
  assert.equal(answer.get('state'), 'state of the client')
  await transport.finishAuth(answer)
  assert.equal(kept.tokens?.scope, 'mcp:tools')

  const call = async () => {
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(appUrl(), { authProvider: provider }))
    const result = await client.callTool({ name: 'convert_units', arguments: { value: 1, from: 'mi', to: 'km' } })
    assert.deepEqual(result.structuredContent, { value: 1.609344, unit: 'km' })
    await client.close()
  }
  assert.equal(await costOf(gateway, ada.email, call), apps.toolbox.priceMicros)

  const rotated = kept.tokens?.refresh_token
  kept.tokens = { ...kept.tokens, access_token: `${kept.tokens.access_token.slice(0, -8)}AAAAAAAA` }
  assert.equal(await costOf(gateway, ada.email, call), apps.toolbox.priceMicros)
  assert.notEqual(kept.tokens.refresh_token, rotated)
})
