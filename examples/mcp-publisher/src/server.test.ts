import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createBuyerIdentityVerifier } from './buyer-identity.ts'
import { type Publisher, startPublisher } from './server.ts'

const UPSTREAM_KEY = 'upstream-key'

let gateway: Server
let gatewayUrl: string
let signingKey: CryptoKey
let publisher: Publisher

before(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  signingKey = privateKey
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  gateway = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks)),
  )
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const verifyBuyer = createBuyerIdentityVerifier({ gatewayUrl, username: 'toolsmith' })
  publisher = await startPublisher({ port: 0, upstreamKey: UPSTREAM_KEY, verifyBuyer })
})

after(async () => {
  await publisher.close()
  gateway.closeAllConnections()
  gateway.close()
})

/** An identity as the gateway signs it, save for what a case changes. */
function identity(
  change: { type?: string; audience?: string; issuer?: string; expiresAt?: string } = {},
): Promise<string> {
  const { type = 'buyer-identity+jwt', audience = 'toolsmith', issuer = gatewayUrl, expiresAt = '5m' } = change
  return new SignJWT({ sub: 'pseudonym-of-ada' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(signingKey)
}

async function askWho(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'who_am_i', arguments: {}, _meta: meta }
  const answer = await fetch(publisher.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'who_am_i',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return { status: answer.status, text: await answer.text() }
}

const asGateway = { authorization: `Bearer ${UPSTREAM_KEY}` }

test('nobody but the gateway is answered', async () => {
  assert.equal((await askWho({})).status, 401)
  assert.equal((await askWho({ authorization: 'Bearer guess' })).status, 401)
})

test('a buyer that the gateway vouches for is known by pseudonym', async () => {
  const { text } = await askWho({ ...asGateway, 'x-gateway-buyer-identity': await identity() })
  assert.match(text, /"buyer":"pseudonym-of-ada"/)
})

const forgeries: [what: string, change: Parameters<typeof identity>[0]][] = [
  ['meant for another publisher', { audience: 'wordsmith' }],
  ['of another issuer', { issuer: 'https://elsewhere.test' }],
  ['that is an access token', { type: 'at+jwt' }],
  ['that has expired', { expiresAt: '-1m' }],
]

for (const [what, change] of forgeries) {
  test(`an identity ${what} is not believed, and the call is served`, async t => {
    t.mock.method(console, 'error', () => {})
    const answer = await askWho({ ...asGateway, 'x-gateway-buyer-identity': await identity(change) })
    assert.equal(answer.status, 200)
    assert.doesNotMatch(answer.text, /pseudonym/)
  })
}
