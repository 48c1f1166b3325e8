// What `helm test` runs: the gateway answers, says that it can serve, and publishes the documents that OAuth clients begin with.
const edge = process.env.EDGE_URL
const issuer = process.env.BASE_URL

async function json(path) {
  const response = await fetch(edge + path, { signal: AbortSignal.timeout(10_000) })
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

function expect(what, holds, found) {
  if (!holds) throw new Error(`${what}, but it is ${JSON.stringify(found)}`)
  console.log(`ok: ${what}`)
}

const health = await json('/health')
expect('GET /health says ok', health.status === 'ok', health)
const server = await json('/.well-known/oauth-authorization-server')
expect(`the issuer is ${issuer}`, server.issuer === issuer, server.issuer)
const resource = await json('/.well-known/oauth-protected-resource')
expect('the protected resource names its issuer', resource.authorization_servers?.includes(issuer), resource)
const { keys } = await json('/.well-known/jwks.json')
expect('a signing key is published', Array.isArray(keys) && keys.length > 0, keys)
const refused = await fetch(`${edge}/v1-beta/mcp/nobody/nothing`, {
  method: 'POST',
  signal: AbortSignal.timeout(10_000),
})
expect('a call without a key is refused with 401', refused.status === 401, refused.status)
