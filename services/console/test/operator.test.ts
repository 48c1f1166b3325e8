import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import { services } from '@mtg/contracts'
import { createClient, methodRows, tokenFor } from '@mtg/rpc'
import { type Constellation, callTool, eventually, type FakePublisher, startFakePublisher } from '@mtg/testing'
import { Client } from 'pg'
import { ada, type Browser, bob, loggedIn, owner, startGateway, withKey } from './harness.ts'
import { type ApiDocument, operationsOf } from './openapi.ts'

const LIMITS = { timeoutMs: 10_000 }

let publisher: FakePublisher
let gateway: Constellation
let origin: string
let operator: Browser

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startGateway({}, publisher.origin)
  origin = String(gateway.console)
  await appoint(owner.email)
  operator = await loggedIn(origin, owner)
})
after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

const operators = () => {
  const client = createClient(services.auth.OperatorService, {
    address: gateway.grpc.auth,
    token: gateway.secretOf('operator'),
    person: 'root@here',
  })
  after(() => client.close())
  return client
}
const appoint = (email: string) => operators().AddOperator({ email }, LIMITS)

interface Entry {
  readonly action: string
  readonly target: string
  readonly outcome: string
  readonly road: string
  readonly code: string | null
  readonly actor: { readonly kind: string; readonly name: string }
  readonly before: unknown
  readonly after: unknown
}

const entriesOf = async (query: string) =>
  (await operator.get(`/operator/audit?pageSize=200&${query}`)).at('items') as Entry[]

describe('operators', () => {
  test('are made by the credential of the operator alone, and their account says so', async () => {
    assert.equal((await operator.get('/account')).at('operator'), true)
    assert.equal((await (await loggedIn(origin, ada)).get('/account')).at('operator'), false)
    const listed = (await operators().ListOperators({}, LIMITS)).operators.map(({ email }) => email)
    assert.deepEqual(listed, [owner.email])
    await assert.rejects(appoint('nobody@example.test'), { code: 'not_found' })
    const console = { address: gateway.grpc.auth, token: gateway.secretOf('reader') }
    const stranger = createClient(services.auth.OperatorService, console)
    after(() => stranger.close())
    await assert.rejects(stranger.AddOperator({ email: ada.email }, LIMITS), { code: 'permission_denied' })
  })

  test('only they get past any route below /operator: a buyer is operator_required, and so is whoever was one', async () => {
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDocument
    const routes = operationsOf(document).filter(({ path }) => path.includes('/operator/'))
    assert.ok(routes.length >= 15)
    await appoint(bob.email)
    const former = await loggedIn(origin, bob)
    assert.equal((await former.get('/operator/health')).status, 200)
    await operators().RemoveOperator({ email: bob.email }, LIMITS)
    for (const who of [await loggedIn(origin, ada), former]) {
      for (const { method, path, operationId } of routes) {
        const answer = await who.send(method, path.replace('{id}', randomUUID()), method === 'GET' ? undefined : {})
        assert.deepEqual([answer.status, answer.at('error.code')], [403, 'operator_required'], operationId)
      }
    }
    const byKey = await withKey(origin, ada.key).get('/operator/audit')
    assert.deepEqual([byKey.status, byKey.at('error.code')], [403, 'insufficient_scope'])
  })

  test('suspend a buyer, which its next call feels, and what they did is in the log with what was before and after', async () => {
    const call = { baseUrl: gateway.baseUrl, app: 'acme/search', tool: 'search', arguments: {}, credential: bob.key }
    assert.equal((await callTool(call)).status, 200)
    const suspended = await operator.post('/operator/buyers/suspend', { email: bob.email })
    assert.deepEqual([suspended.status, suspended.at('suspended')], [200, true])
    await eventually(async () => assert.equal((await callTool(call)).code, 'buyer_suspended'))
    assert.equal((await operator.post('/operator/buyers/resume', { email: bob.email })).status, 200)
    await eventually(async () => assert.equal((await callTool(call)).status, 200))
    const [resumed, first] = await entriesOf(`target=${encodeURIComponent(`buyer:${bob.email}`)}`)
    assert.deepEqual(
      [first?.road, first?.outcome, first?.actor.kind, first?.actor.name],
      ['api', 'done', 'account', owner.email],
    )
    const buyerId = suspended.at('id')
    assert.deepEqual(
      [first?.before, first?.after],
      [
        { buyerId, suspended: false },
        { buyerId, suspended: true },
      ],
    )
    assert.deepEqual(
      [resumed?.before, resumed?.after],
      [
        { buyerId, suspended: true },
        { buyerId, suspended: false },
      ],
    )
    const unknown = await operator.post('/operator/publishers/suspend', { username: 'nobody' })
    assert.equal(unknown.at('error.code'), 'publisher_not_found')
    const [refused] = await entriesOf('target=publisher:nobody')
    assert.deepEqual([refused?.outcome, refused?.code], ['refused', 'publisher_not_found'])
  })

  test('find buyers and publishers among all of them', async () => {
    const found = async (query: string) => (await operator.get(`/operator/${query}`)).at('items') as { id: string }[]
    const [known] = await found(`buyers?search=${encodeURIComponent(ada.email.slice(0, 3).toUpperCase())}`)
    assert.deepEqual(Object.keys(known ?? {}).toSorted(), ['createdAt', 'email', 'id', 'suspended'])
    assert.deepEqual(await found(`buyers?search=${known?.id ?? ''}`), [known])
    assert.deepEqual(await found('buyers?search=nobody-begins-so'), [])
    const [seller] = await found('publishers?search=acme&status=any')
    assert.partialDeepStrictEqual(seller, { username: 'acme', suspended: false })
    assert.deepEqual(await found('publishers?search=acme&status=suspended'), [])
  })

  test('give back a call’s price once, and see what money is held for', async () => {
    const call = { baseUrl: gateway.baseUrl, app: 'acme/search', tool: 'search', arguments: {}, credential: ada.key }
    const callId = String((await callTool(call)).callId)
    const buyer = await loggedIn(origin, ada)
    const charged = (await buyer.get('/wallet')).at('balance')
    const refund = await operator.post(`/operator/calls/${callId}/refund`, { reason: 'goodwill' })
    assert.deepEqual([refund.status, refund.at('refunded')], [200, '0.002'], refund.text)
    assert.equal((await operator.post(`/operator/calls/${callId}/refund`, { reason: 'goodwill' })).status, 200)
    assert.deepEqual([charged, (await buyer.get('/wallet')).at('balance')], ['24.998', '25.00'])
    const refunds = await entriesOf(`target=call:${callId}`)
    assert.partialDeepStrictEqual(refunds.at(-1)?.before, {
      app: 'acme/search',
      state: 'captured',
      priceMicros: '2000',
    })
    const receipt = await eventually(async () => {
      const answer = await buyer.get(`/calls/${callId}`)
      assert.equal(answer.at('reservation.corrected'), true)
      return await buyer.get(`/calls/${callId}/receipt`)
    })
    assert.match(Buffer.from(String(receipt.text.split('.')[1]), 'base64url').toString(), /"outcome":"given_back"/)
    const none = await operator.post(`/operator/calls/${randomUUID()}/refund`, { reason: 'goodwill' })
    assert.equal(none.at('error.code'), 'reservation_not_found')
    const buyerId = String((await buyer.get('/account')).at('buyer.id'))
    assert.deepEqual((await operator.get(`/operator/open-reservations?buyer=${buyerId}`)).at('items'), [])
    assert.deepEqual((await operator.get('/operator/open-reservations')).at('items'), [])
    assert.deepEqual((await operator.get('/operator/reversals')).at('items'), [])
    await gateway.verifyLedger()
  })

  test('see how the system is: services, drift, dead letters, circuits and keys', async () => {
    const health = (await operator.get('/operator/health')).at('items') as {
      service: string
      serving: boolean
      failing: []
      dependencies: { name: string; answering: boolean; since: string }[]
    }[]
    assert.deepEqual(
      health.map(({ service, serving, failing }) => [service, serving, failing.length]),
      ['auth', 'billing', 'metering', 'oauth-server', 'edge-proxy'].map(name => [name, true, 0]),
    )
    const [database, redis] = health[1]?.dependencies ?? []
    assert.deepEqual([database?.name, database?.answering, redis?.name], ['database', true, 'redis'])
    const later = (await operator.get('/operator/health')).at('items') as typeof health
    assert.equal(later[1]?.dependencies[0]?.since, database?.since)
    // The call that was given back has a record until the reconciler has been there.
    await gateway.reconcile()
    await eventually(async () => {
      const drift = await operator.get('/operator/drift?hours=2')
      assert.deepEqual([drift.at('missingRecords'), drift.at('surplusRecords')], [0, 0], drift.text)
    })
    const stages = await operator.get('/operator/stages?minutes=5')
    const names = (stages.at('items') as { name: string }[]).map(({ name }) => name)
    assert.deepEqual([names[0], names.includes('reserve'), names.at(-1)], ['check_origin', true, 'total'], stages.text)
    assert.deepEqual((await operator.get('/operator/dead-letters')).at('items'), [])
    assert.deepEqual((await operator.post('/operator/dead-letters/replay')).body, { replayed: 0, failed: 0 })
    assert.deepEqual((await operator.get('/operator/circuits')).at('items'), [])
    const reset = await operator.post('/operator/circuits/reset', { app: 'acme/search' })
    assert.deepEqual(reset.body, { app: 'acme/search', changed: false })
    const [noted] = await entriesOf('target=circuit:acme/search')
    assert.deepEqual([noted?.action, noted?.actor.name], ['CircuitService.ResetCircuit', owner.email])
    const keys = (await operator.get('/operator/signing-keys')).at('items') as { state: string }[]
    assert.deepEqual(keys.map(({ state }) => state).toSorted(), ['current', 'next'])
    assert.equal((await operator.post('/operator/signing-keys/rotate')).status, 200)
  })
})

describe('the audit log', () => {
  test('has exactly one line, of a known target, for each RPC that is an administrative act', async () => {
    const acts = methodRows.filter(({ isAct }) => isAct)
    assert.ok(acts.length > 30)
    for (const { path, callee } of acts) {
      const action = path.slice(path.lastIndexOf('.') + 1).replace('/', '.')
      const before = (await entriesOf(`action=${action}&actor=someone@somewhere`)).length
      await callRaw(path, callee)
      const lines = await entriesOf(`action=${action}&actor=someone@somewhere`)
      assert.equal(lines.length - before, 1, `${action} leaves ${lines.length - before} lines`)
      assert.notEqual(lines[0]?.target, '', `${action} is not described in rpc/acts.ts of ${callee}`)
      assert.notEqual(lines[0]?.outcome, 'unknown', action)
    }
  })

  test('says of changes of operators, keys and apps what was before', async () => {
    const [appointment] = (await entriesOf('action=OperatorService.AddOperator&actor=operator')).toReversed()
    assert.deepEqual(appointment?.before, { operator: false })
    const options = { address: gateway.grpc.auth, token: gateway.secretOf('operator') }
    const keys = createClient(services.auth.AccountAdminService, options)
    const { apiKeys } = await keys.ListApiKeys({ email: ada.email }, LIMITS)
    const name = String(apiKeys[0]?.name)
    await keys.SetApiKeyExpiry({ email: ada.email, key: name }, LIMITS)
    keys.close()
    const [expiry] = await entriesOf('action=AccountAdminService.SetApiKeyExpiry&actor=operator')
    assert.partialDeepStrictEqual(expiry?.before, { name, expiresAt: null, revokedAt: null })
    const billing = { address: gateway.grpc.billing, token: options.token }
    const listings = createClient(services.billing.PublisherCatalogService, billing)
    await assert.rejects(
      listings.DeletePublisherApp({ username: 'acme', name: 'search', expectedVersion: '999' }, LIMITS),
    )
    listings.close()
    const [removal] = await entriesOf('action=PublisherCatalogService.DeletePublisherApp&actor=operator')
    assert.partialDeepStrictEqual(removal?.before, { adapter: 'mcp', published: true })
  })

  test('says of grants, dead letters, purchases and listings what was before', async () => {
    const token = gateway.secretOf('operator')
    const { oauth, metering, billing } = gateway.grpc
    const grants = createClient(services.oauth.GrantService, { address: oauth, token })
    const letters = createClient(services.metering.DeadLetterService, { address: metering, token })
    const purchases = createClient(services.billing.PurchaseService, { address: billing, token })
    const listings = createClient(services.billing.PublisherCatalogService, { address: billing, token })
    const buyerId = String((await (await loggedIn(origin, ada)).get('/account')).at('buyer.id'))
    const [grantId, keyId] = [randomUUID(), randomUUID()]
    const database = new Client({ connectionString: gateway.servers.databaseUrl })
    await database.connect()
    await database.query(
      `INSERT INTO oauth.grants (id, key_id, buyer_id, redirect_host, scope, token_hash, expires_at)
       VALUES ($1, $2, $3, 'client.test', 'mcp:tools', '\\x00', now() + interval '1 hour')`,
      [grantId, keyId, buyerId],
    )
    await database.query(
      `INSERT INTO metering.dead_letters (subject, payload, digest, reason, detail)
       VALUES ('usage.v1.recorded', 'none', '\\x00', 'invalid_record', 'not JSON')`,
    )
    await database.end()
    assert.equal((await grants.RevokeGrant({ buyerId, grantId }, LIMITS)).revokedCount, 1)
    assert.equal((await letters.ReplayDeadLetters({}, LIMITS)).failedCount, 1)
    await assert.rejects(purchases.ObtainPurchase({ buyerId, app: 'acme/search', tier: 'TIER_FREE' }, LIMITS))
    await assert.rejects(listings.SaveAppListing({ username: 'acme', name: 'search' }, LIMITS))
    for (const client of [grants, letters, purchases, listings]) client.close()
    const beforeOf = async (action: string) => (await entriesOf(`action=${action}&actor=operator`))[0]?.before
    assert.deepEqual(await beforeOf('GrantService.RevokeGrant'), {
      live: 1,
      grants: [{ grantId, keyId, redirectHost: 'client.test', scope: 'mcp:tools' }],
    })
    assert.partialDeepStrictEqual(await beforeOf('DeadLetterService.ReplayDeadLetters'), {
      kept: 1,
      letters: [{ reason: 'invalid_record', deliveryCount: 1 }],
    })
    assert.partialDeepStrictEqual(await beforeOf('PurchaseService.ObtainPurchase'), {
      app: 'acme/search',
      tier: 'paid',
      status: 'active',
    })
    assert.partialDeepStrictEqual(await beforeOf('PublisherCatalogService.SaveAppListing'), { tools: [] })
  })

  test('of the file that was applied says what came of it, and holds no secret of anybody', async () => {
    const [accounts] = await entriesOf('action=AccountAdminService.ApplyAccounts&actor=operator')
    assert.deepEqual([accounts?.road, accounts?.outcome, accounts?.target], ['file', 'done', 'accounts'])
    const text = (await operator.get('/operator/audit?pageSize=200')).text
    for (const secret of [ada.key, ada.password, owner.password, 'acme-upstream-key']) {
      assert.equal(text.includes(secret), false)
    }
  })

  test('comes in pages that are the same as the whole, and cannot be changed', async () => {
    const all = await entriesOf('')
    const paged: Entry[] = []
    let token = ''
    do {
      const page = await operator.get(`/operator/audit?pageSize=7${token === '' ? '' : `&pageToken=${token}`}`)
      paged.push(...(page.at('items') as Entry[]))
      token = (page.at('nextPageToken') as string | null) ?? ''
    } while (token !== '')
    assert.deepEqual(paged.slice(0, all.length), all)
    assert.equal((await operator.get('/operator/audit?pageToken=hello')).at('error.code'), 'invalid_argument')
    const database = new Client({ connectionString: gateway.servers.databaseUrl })
    await database.connect()
    try {
      for (const schema of ['auth', 'billing', 'metering', 'oauth']) {
        for (const change of ['DELETE FROM', 'TRUNCATE']) {
          const refused = database.query(`${change} ${schema}.audit_outcomes`)
          await assert.rejects(refused, /append-only/, `${change} ${schema}`)
        }
        await assert.rejects(database.query(`DELETE FROM ${schema}.audit_entries`), /append-only/)
        await assert.rejects(database.query(`UPDATE ${schema}.audit_entries SET actor = 'nobody'`), /append-only/)
      }
    } finally {
      await database.end()
    }
  })
})

/** An empty request of a method with the operator's credential, and whatever comes of it. */
async function callRaw(path: string, callee: keyof typeof areaOf): Promise<void> {
  const client = new grpc.Client(gateway.grpc[areaOf[callee]], grpc.credentials.createInsecure())
  const metadata = new grpc.Metadata()
  metadata.set('authorization', `Bearer ${tokenFor(gateway.secretOf('operator'), callee)}`)
  metadata.set('mtg-person', 'someone@somewhere')
  const bytes = (buffer: Buffer) => buffer
  await new Promise<void>(resolve => {
    const deadline = { deadline: Date.now() + 60_000 }
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), metadata, deadline, () => resolve())
  })
  client.close()
}

const areaOf = {
  auth: 'auth',
  billing: 'billing',
  metering: 'metering',
  'oauth-server': 'oauth',
  'edge-proxy': 'edge',
} as const
