import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { ada, CALLBACK, type Harness, startHarness } from './harness.ts'

// Two clients by others, who know nothing of this server but its standards.

let server: Harness
const insecure = { [oauth.allowInsecureRequests]: true }

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(server.issuer)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Fills in the page as a person does, and answers with where the browser is sent. */
async function logInOnPage(url: URL): Promise<URL> {
  const page = await fetch(url)
  assert.equal(page.status, 200)
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';')
  const [, requestToken = ''] = /name="request_token" value="([^"]+)"/.exec(await page.text()) ?? []
  const form = { request_token: requestToken, email: ada.email, password: ada.password, decision: 'allow' }
  const headers = { cookie, origin: 'null', 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  const init = { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' } as const
  const answer = await fetch(new URL('/authorize', url), init)
  assert.equal(answer.status, 303)
  return new URL(answer.headers.get('location') ?? '')
}

test('oauth4webapi: discovery, resource metadata, code with PKCE and iss, refresh, replay', async () => {
  const as = await discover()
  const resource = new URL(server.issuer)
  const resourceResponse = await oauth.resourceDiscoveryRequest(resource, insecure)
  const metadata = await oauth.processResourceDiscoveryResponse(resource, resourceResponse)
  assert.deepEqual(metadata.authorization_servers, [as.issuer])

  const client: oauth.Client = { client_id: ada.key }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'mcp:tools',
    state,
  }).toString()
  const parameters = oauth.validateAuthResponse(as, client, await logInOnPage(url), state)
  const exchange = () =>
    oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, CALLBACK, verifier, insecure)
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, await exchange())
  assert.equal(tokens.expires_in, 3600)

  const refresh = (token: string) =>
    oauth
      .refreshTokenGrantRequest(as, client, oauth.None(), token, insecure)
      .then(response => oauth.processRefreshTokenResponse(as, client, response))
  const refreshed = await refresh(tokens.refresh_token ?? '')
  assert.notEqual(refreshed.refresh_token, tokens.refresh_token)
  await assert.rejects(refresh(tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  await assert.rejects(async () => oauth.processAuthorizationCodeResponse(as, client, await exchange()), {
    error: 'invalid_grant',
  })
})

test('oauth4webapi: client credentials by both methods; the token passes as RFC 9068 says', async () => {
  const as = await discover()
  const client: oauth.Client = { client_id: ada.key }
  for (const method of [oauth.None(), oauth.ClientSecretPost(ada.key)]) {
    const response = await oauth.clientCredentialsGrantRequest(as, client, method, { scope: 'mcp:tools' }, insecure)
    const { access_token: accessToken } = await oauth.processClientCredentialsResponse(as, client, response)
    const request = new Request(`${server.issuer}/v1-beta/mcp/acme/search`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const claims = await oauth.validateJwtAccessToken(as, request, server.issuer, insecure)
    assert.equal(claims.scope, 'mcp:tools')
  }
})

test('oauth4webapi: a denial is understood', async () => {
  const as = await discover()
  const url = new URL(`${CALLBACK}?error=access_denied&state=s&iss=${encodeURIComponent(as.issuer)}`)
  assert.throws(() => oauth.validateAuthResponse(as, { client_id: ada.key }, url, 's'), { error: 'access_denied' })
})

test('openid-client: discovery, code with PKCE and iss, rotation, client credentials', async () => {
  const config = await openid.discovery(new URL(server.issuer), ada.key, undefined, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'mcp:tools llm:completions',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: `${server.issuer}/v1-beta/mcp/acme/search`,
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await openid.authorizationCodeGrant(config, await logInOnPage(url), checks)
  assert.equal(tokens.scope, 'mcp:tools llm:completions')
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  await assert.rejects(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  assert.ok(refreshed.refresh_token)
  const credentials = await openid.clientCredentialsGrant(config, { scope: 'mcp:tools' })
  assert.equal(credentials.token_type, 'bearer')
})
