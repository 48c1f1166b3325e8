import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Constellation } from '@mtg/testing'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ada, Browser, bob, loggedIn, startGateway, withKey } from './harness.ts'
import { lintOpenapi } from './lint-openapi.ts'
import { type ApiDocument, type Operation, operationsOf } from './openapi.ts'

let gateway: Constellation
let origin: string
let document: ApiDocument
let operations: readonly Operation[]

before(async () => {
  gateway = await startGateway({ SIGN_UPS_PER_HOUR: '100000', LOGIN_ADDRESS_ATTEMPTS_MAX: '100000' })
  origin = String(gateway.console)
  document = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDocument
  operations = operationsOf(document)
})
after(() => gateway?.stop())

test('the document is OpenAPI 3.1 as the validator wants it, and each operation has a name, a summary and a tag', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  assert.equal(valid, true, JSON.stringify(errors))
  const names = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(names).size, names.length)
  for (const { operationId, summary, tags } of operations) {
    assert.ok(operationId && summary && tags?.length === 1, operationId)
  }
  assert.ok(operations.length >= 25)
})

test('the linter has nothing to say about the document', async () => {
  assert.deepEqual(await lintOpenapi(document), [])
  // And it does look: without what tags mean, every operation's is one that nobody declared.
  const found = await lintOpenapi({ ...document, tags: [] })
  assert.equal(found.length, operations.length + 1, found.join('\n'))
  assert.ok(
    found.every(each => each.startsWith('operation-tag-defined at #/paths/')),
    found.join('\n'),
  )
})

test('the page beside it tells of every operation, without scripts', async () => {
  const page = await fetch(`${origin}/openapi.html`)
  const text = await page.text()
  for (const { path } of operations) assert.ok(text.includes(path), path)
  assert.doesNotMatch(text, /<script/)
  assert.match(String(page.headers.get('content-security-policy')), /default-src 'none'/)
})

/** Routes that people use before they have an account. */
const isPublic = ({ security }: Operation) => security.length === 0

test('every route that is not for everybody refuses whoever shows no credential, before it looks at anything else', async () => {
  for (const operation of operations.filter(each => !isPublic(each))) {
    const { method } = operation
    const answer = await new Browser(origin).send(method, pathOf(operation), method === 'GET' ? undefined : {})
    assert.deepEqual([answer.status, answer.at('error.code')], [401, 'api_key_missing'], operation.operationId)
  }
})

test('a key reaches the routes that are for keys, and every other one is insufficient_scope', async () => {
  for (const operation of operations.filter(each => !isPublic(each))) {
    const isForKeys = operation.security.some(scheme => 'credential' in scheme)
    const { method } = operation
    const answer = await withKey(origin, ada.key).send(method, pathOf(operation), method === 'GET' ? undefined : {})
    if (isForKeys) assert.notEqual(answer.status, 403, operation.operationId)
    else assert.deepEqual([answer.status, answer.at('error.code')], [403, 'insufficient_scope'], operation.operationId)
  }
})

test('with another account’s ids every route answers as if there were no such thing, and nothing of it changes', async () => {
  const ids = await everythingOf(ada)
  const before = await snapshotOf(ada)
  const strangers = [await loggedIn(origin, bob), withKey(origin, bob.key)]
  for (const operation of operations.filter(each => each.path.includes('{'))) {
    for (const id of ids) {
      for (const stranger of strangers) {
        const body = operation.method === 'GET' ? undefined : {}
        const answer = await stranger.send(operation.method, pathOf(operation, id), body)
        const told = `${operation.operationId}: ${answer.status} ${answer.text}`
        assert.ok([400, 401, 403, 404].includes(answer.status), told)
        assert.equal(answer.text.includes(ada.email), false, told)
      }
    }
  }
  assert.deepEqual(await snapshotOf(ada), before)
})

/** The ids of whatever an account has. */
async function everythingOf(who: { email: string; password: string }): Promise<string[]> {
  const browser = await loggedIn(origin, who)
  const idsIn = async (path: string) => ((await browser.get(path)).at('items') as { id: string }[]).map(item => item.id)
  await browser.post('/wallet/top-ups', { amount: '5.00' })
  const lists = await Promise.all(['/keys', '/purchases', '/sessions', '/wallet/top-ups'].map(idsIn))
  for (const list of lists) assert.ok(list.length > 0)
  const account = await browser.get('/account')
  return [...lists.flat(), String(account.at('id')), String(account.at('buyer.id'))]
}

/** What must not change. */
async function snapshotOf(who: { email: string; password: string }): Promise<unknown[]> {
  const browser = await loggedIn(origin, who)
  const paths = ['/keys', '/purchases', '/wallet', '/wallet/top-ups', '/account']
  return await Promise.all(paths.map(async path => (await browser.get(path)).body))
}

const pathOf = ({ path }: Operation, id: string = randomUUID()) => path.replace(/\{\w+\}/g, id)
