import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { type oauth, services } from '@mtg/contracts'
import { createClient, fromTimestamp } from '@mtg/rpc'
import { createServiceDatabase, eventually } from '@mtg/testing'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose'
import { Client } from 'pg'
import type { OauthServer } from '../src/index.ts'
import { ada, type Harness, startHarness, token } from './harness.ts'

const LIMITS = { timeoutMs: 10_000 }

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

function using<T extends { close: () => unknown }>(client: T): T {
  after(() => void client.close())
  return client
}

const signingKeys = (address = server.grpcAddress) => using(createClient(services.oauth.SigningKeyService, { address }))
const identities = (address = server.grpcAddress) => using(createClient(services.oauth.IdentityService, { address }))

async function jwks(origin: string): Promise<JSONWebKeySet> {
  return (await (await fetch(`${origin}/.well-known/jwks.json`)).json()) as JSONWebKeySet
}

const kidsOf = async (origin: string) => (await jwks(origin)).keys.map(key => key.kid ?? '').sort()

async function newToken(origin = server.origin): Promise<string> {
  const { body } = await token(origin, { grant_type: 'client_credentials', client_id: ada.key })
  assert.ok(body.access_token, JSON.stringify(body))
  return body.access_token
}

const stateOf = (keys: oauth.SigningKey__Output[], kid: string) => keys.find(key => key.kid === kid)?.state
const kidWith = (keys: oauth.SigningKey__Output[], state: string) =>
  keys.find(key => key.state === `SIGNING_KEY_STATE_${state}`)?.kid ?? ''

/** A server on an empty database, so that its keys are its own. */
async function onEmptyDatabase(t: TestContext, overrides: Record<string, string> = {}) {
  const database = await createServiceDatabase({ service: 'oauth-server' })
  const started: OauthServer[] = []
  t.after(async () => {
    await Promise.all(started.map(replica => replica.close()))
    await database.drop()
  })
  const start = async (more: Record<string, string> = {}) => {
    const replica = await server.replica({ DATABASE_URL: database.url, ...overrides, ...more })
    started.push(replica)
    return replica
  }
  return { database, start }
}

test('private keys are encrypted at rest: they open with the right key for the right row alone', async () => {
  const rows = await server.query<{ kid: string; sealed: Buffer }>(
    'SELECT kid, sealed_private AS sealed FROM signing_keys',
  )
  assert.equal(rows.length, 2)
  for (const { sealed } of rows) assert.ok(!sealed.includes('PRIVATE KEY'))
  const stranger = server.replica({ ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 1000)
  await assert.rejects(stranger, /does not answer: 500/)
  assert.match(server.logs(), /cannot be opened: .*another ENCRYPTION_KEY.*delete the rows of signing_keys/)
})

test('replicas that start at the same moment make one set of keys', async t => {
  const { start } = await onEmptyDatabase(t)
  const replicas = await Promise.all([start(), start(), start()])
  const sets = await Promise.all(replicas.map(replica => kidsOf(replica.origin)))
  assert.equal(sets[0]?.length, 2)
  assert.deepEqual(sets[1], sets[0])
  assert.deepEqual(sets[2], sets[0])
})

test('keys survive a restart', async t => {
  const { start } = await onEmptyDatabase(t)
  const first = await start()
  const [kids, accessToken] = [await kidsOf(first.origin), await newToken(first.origin)]
  await first.close()
  const second = await start()
  assert.deepEqual(await kidsOf(second.origin), kids)
  await jwtVerify(accessToken, createLocalJWKSet(await jwks(second.origin)))
})

test('a rotation waits until every verifier can know the next key; rotating again meanwhile changes nothing', async t => {
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '900' })
  const { origin, grpcAddress } = await start()
  const client = signingKeys(grpcAddress)
  const before = (await client.ListSigningKeys({}, LIMITS)).signingKeys
  const [current, next] = [kidWith(before, 'CURRENT'), kidWith(before, 'NEXT')]
  assert.ok(current && next)

  const first = await client.RotateSigningKey({}, LIMITS)
  const made = fromTimestamp(before.find(key => key.kid === next)?.createdAt)?.getTime() ?? 0
  assert.equal(fromTimestamp(first.takesEffectAt)?.getTime(), made + 900_000)
  assert.equal(stateOf(first.signingKeys, next), 'SIGNING_KEY_STATE_NEXT')
  assert.equal(decodeProtectedHeader(await newToken(origin)).kid, current)

  const second = await client.RotateSigningKey({}, LIMITS)
  assert.deepEqual(second, first)
})

test('after a rotation the old key stays published until the last of its tokens has expired', async t => {
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '0' })
  const { origin, grpcAddress } = await start()
  const old = await newToken(origin)
  const { signingKeys: keys } = await signingKeys(grpcAddress).RotateSigningKey({}, LIMITS)
  const oldKid = decodeProtectedHeader(old).kid ?? ''
  assert.equal(stateOf(keys, oldKid), 'SIGNING_KEY_STATE_RETIRING')
  const expiresAt = fromTimestamp(keys.find(key => key.kid === oldKid)?.expiresAt)?.getTime() ?? 0
  assert.ok(expiresAt > (decodeJwt(old).exp ?? Number.POSITIVE_INFINITY) * 1000 + 300_000)

  const young = await newToken(origin)
  assert.equal(decodeProtectedHeader(young).kid, kidWith(keys, 'CURRENT'))
  assert.equal((await kidsOf(origin)).length, 3)
  for (const each of [old, young]) await jwtVerify(each, createLocalJWKSet(await jwks(origin)))
})

test('no valid token is refused while keys rotate under load on two replicas', async t => {
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '1' })
  const replicas = [await start(), await start()]
  const client = signingKeys(replicas[0]?.grpcAddress)
  // A verifier that keeps keys, but not longer than the lead: what the lead promises.
  const verifiers = replicas.map(({ origin }) =>
    createRemoteJWKSet(new URL(`${origin}/.well-known/jwks.json`), { cacheMaxAge: 400, cooldownDuration: 60_000 }),
  )
  const kids = new Set<string>()
  let verified = 0
  const finished = new AbortController()
  const load = async () => {
    while (!finished.signal.aborted) {
      for (const { origin } of replicas) {
        const accessToken = await newToken(origin)
        for (const keys of verifiers) await jwtVerify(accessToken, keys, { audience: server.issuer })
        kids.add(decodeProtectedHeader(accessToken).kid ?? '')
        verified++
      }
    }
  }
  const workers = [load(), load()]
  try {
    for (let rotation = 1; rotation <= 3; rotation++) {
      await client.RotateSigningKey({}, LIMITS)
      await eventually(() => assert.ok(kids.size > rotation, `${kids.size} keys have signed`))
    }
  } finally {
    finished.abort()
    await Promise.all(workers)
  }
  assert.ok(verified > 10 && kids.size >= 4, `${verified} tokens by ${kids.size} keys`)
})

test('a compromised key leaves the JWKS at once, and the next one signs', async t => {
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '900' })
  const { origin, grpcAddress } = await start()
  const leaked = await newToken(origin)
  const nextKid = kidWith((await signingKeys(grpcAddress).ListSigningKeys({}, LIMITS)).signingKeys, 'NEXT')
  await signingKeys(grpcAddress).RotateSigningKey({ compromised: true }, LIMITS)
  const keys = createLocalJWKSet(await jwks(origin))
  await assert.rejects(jwtVerify(leaked, keys), errors.JWKSNoMatchingKey)
  const young = await newToken(origin)
  assert.equal(decodeProtectedHeader(young).kid, nextKid)
  await jwtVerify(young, keys)
  assert.equal((await kidsOf(origin)).length, 2)
})

test('a rotation on one replica reaches the others by itself', async t => {
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '0' })
  const [one, other] = [await start(), await start()]
  const { signingKeys: keys } = await signingKeys(one.grpcAddress).RotateSigningKey({}, LIMITS)
  await eventually(async () => {
    assert.equal(decodeProtectedHeader(await newToken(other.origin)).kid, kidWith(keys, 'CURRENT'))
  })
})

test('a key rotates by itself when its time is over, once for all replicas', async t => {
  const { database, start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '0' })
  const first = await start()
  const before = await kidsOf(first.origin)
  const db = new Client({ connectionString: database.url })
  await db.connect()
  await db.query(
    "UPDATE signing_keys SET activates_at = activates_at - interval '91 days' WHERE activates_at IS NOT NULL",
  )
  await db.end()
  await start()
  await eventually(async () => {
    const after = await kidsOf(first.origin)
    assert.equal(after.length, 3)
    for (const kid of before) assert.ok(after.includes(kid))
  })
  const { signingKeys: keys } = await signingKeys(first.grpcAddress).ListSigningKeys({}, LIMITS)
  assert.deepEqual(keys.map(key => key.state).sort(), [
    'SIGNING_KEY_STATE_CURRENT',
    'SIGNING_KEY_STATE_NEXT',
    'SIGNING_KEY_STATE_RETIRING',
  ])
})

test('a given key signs, and is taken over with the lead where another one signed before', async t => {
  const dir = mkdtempSync(join(tmpdir(), 'mtg-signing-'))
  after(() => rmSync(dir, { recursive: true }))
  const keyFile = (name: string, bits = 2048) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
    const file = join(dir, name)
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return file
  }
  const { start } = await onEmptyDatabase(t, { SIGNING_KEY_LEAD_SECONDS: '900' })
  const given = keyFile('given.pem')
  const first = await start({ SIGNING_KEY_FILE: given })
  const kid = decodeProtectedHeader(await newToken(first.origin)).kid ?? ''
  await start({ SIGNING_KEY_FILE: given })
  assert.equal((await kidsOf(first.origin)).length, 2)

  await start({ SIGNING_KEY_FILE: keyFile('second.pem') })
  await eventually(async () => assert.equal((await kidsOf(first.origin)).length, 3))
  assert.equal(decodeProtectedHeader(await newToken(first.origin)).kid, kid)

  await assert.rejects(start({ SIGNING_KEY_FILE: keyFile('weak.pem', 1024) }), /no signing key can be read/)
  await assert.rejects(start({ SIGNING_KEY_FILE: join(dir, 'missing.pem') }), /no signing key can be read/)
})

test('without signing there is no token and no JWKS, and both say so', async () => {
  const off = await server.replica({ SIGNING_ENABLED: 'false' })
  for (const clientId of [ada.key, 'vnb-sk-unknown-key']) {
    const { status, body } = await token(off.origin, { grant_type: 'client_credentials', client_id: clientId })
    assert.deepEqual(
      [status, body],
      [500, { error: 'server_error', error_description: 'Token signing is not configured.' }],
    )
  }
  const response = await fetch(`${off.origin}/.well-known/jwks.json`)
  assert.equal(response.status, 404)
  assert.equal(((await response.json()) as { error: string }).error, 'not_found')
  const identity = identities(off.grpcAddress).IssueBuyerIdentity(
    { buyerId: '01a1fcd3-704f-720e-a212-2fc1f4460d34', publisherUsername: 'acme' },
    LIMITS,
  )
  await assert.rejects(identity, { code: 'internal_error' })
  const rotation = signingKeys(off.grpcAddress).RotateSigningKey({}, LIMITS)
  await assert.rejects(rotation, { code: 'internal_error' })
})

test('a buyer identity names the buyer by a pseudonym of the publisher, and is no access token', async () => {
  const buyerId = '01a1fcd3-704f-720e-a212-2fc1f4460d34'
  const issue = async (publisherUsername: string) =>
    identities().IssueBuyerIdentity({ buyerId, publisherUsername }, LIMITS)
  const [acme, again, other] = [await issue('acme'), await issue('acme'), await issue('other')]
  const keys = createRemoteJWKSet(new URL(`${server.origin}/.well-known/jwks.json`))
  const options = { issuer: server.issuer, audience: 'acme', typ: 'buyer-identity+jwt', algorithms: ['RS256'] }
  const { payload } = await jwtVerify(acme.token, keys, options)
  assert.deepEqual(Object.keys(payload).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'sub'])
  assert.equal(Number(acme.expiresAtMs), (payload.exp ?? 0) * 1000)
  assert.equal(decodeJwt(again.token).sub, payload.sub)
  assert.notEqual(decodeJwt(other.token).sub, payload.sub)
  assert.ok(!JSON.stringify(payload).includes(buyerId))
  await assert.rejects(jwtVerify(acme.token, keys, { typ: 'at+jwt' }), errors.JWTClaimValidationFailed)
  await assert.rejects(identities().IssueBuyerIdentity({ buyerId }, LIMITS), { code: 'invalid_argument' })
})

test('a document is signed under a type of its own, and whatever it says, it is no token', async () => {
  const documents = using(createClient(services.oauth.DocumentService, { address: server.grpcAddress }))
  const forged = { sub: randomUUID(), aud: server.issuer, client_id: randomUUID(), exp: 4e9, jti: 'x', scope: '' }
  const documentJson = JSON.stringify({ ...forged, iss: 'https://elsewhere.example', typ: 'at+jwt' })
  const keys = createLocalJWKSet(await jwks(server.origin))
  for (const kind of ['receipt', 'statement'] as const) {
    const wireKind = kind === 'receipt' ? 'DOCUMENT_KIND_RECEIPT' : 'DOCUMENT_KIND_STATEMENT'
    const { jws } = await documents.SignDocument({ kind: wireKind, documentJson }, LIMITS)
    const { payload, protectedHeader } = await jwtVerify(jws, keys, { issuer: server.issuer })
    assert.equal(protectedHeader.typ, `mtg-${kind}+jwt`)
    assert.deepEqual(Object.keys(payload).toSorted(), ['iat', 'iss', kind].toSorted())
    assert.deepEqual(payload[kind], JSON.parse(documentJson))
    await assert.rejects(server.auth.Authenticate({ credential: jws }, LIMITS), { code: 'api_key_invalid' })
  }
  const refused = [
    { kind: 'DOCUMENT_KIND_UNSPECIFIED', documentJson: '{}' },
    ...['', 'null', '[]', '"text"', '{', `{"a":"${'x'.repeat(600_000)}"}`].map(text => ({
      kind: 'DOCUMENT_KIND_RECEIPT' as const,
      documentJson: text,
    })),
  ] as const
  for (const request of refused) {
    await assert.rejects(documents.SignDocument(request, LIMITS), { code: 'invalid_argument' })
  }
})
