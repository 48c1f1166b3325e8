import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Constellation } from '@mtg/testing'
import { fuzz } from '@mtg/testing/fuzz'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { type Answer, ada, type Browser, loggedIn, startGateway } from './harness.ts'
import { type ApiDocument, type Operation, operationsOf, type Parameter, type Schema } from './openapi.ts'

let gateway: Constellation
let origin: string
let document: ApiDocument

before(async () => {
  gateway = await startGateway({
    SIGN_UPS_PER_HOUR: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
    LOGIN_ADDRESS_ATTEMPTS_MAX: '1000000',
  })
  origin = String(gateway.console)
  document = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDocument
})
after(() => gateway?.stop())

/** Texts that others have stumbled over. */
const hostile = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../..',
  '%00',
  "'",
  '"',
  '<b>',
  '{}',
  '[]',
  'null',
  '-1',
  '1e400',
)
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 3000 }))
const anyJson = fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 }), fc.constant(null))

/** Mostly what the schema wants, since only that gets past the door. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, enum: values, properties, items, examples } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (values !== undefined) return fc.constantFrom(...values)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(fitting))
  if (properties !== undefined) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fitting(field)]))
    return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] })
  }
  if (items !== undefined) return fc.array(fitting(items), { maxLength: 4 })
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return examples === undefined ? textFor(schema) : fc.constantFrom(...examples)
}

function textFor({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map(date => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) })
}

const mostly = (fits: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: fits, weight: 4 }, { arbitrary: other, weight: 1 })

interface Request {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly isRepeatable: boolean
}

function requestsFor(operation: Operation): fc.Arbitrary<Request> {
  const { parameters = [], requestBody } = operation
  const wanted = parameters.filter(({ in: place }) => place !== 'header')
  const fields = Object.fromEntries(wanted.map(({ name, schema }) => [name, mostly(fitting(schema), anyText)]))
  const needed = wanted.filter(isInPath).map(({ name }) => name)
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    operation: fc.constant(operation),
    parameters: fc.record(fields, { requiredKeys: needed }),
    isRepeatable: fc.boolean(),
    body: schema === undefined ? fc.constant({}) : mostly(spoiled(schema), anyJson),
  })
}

const isInPath = ({ in: place }: Parameter) => place === 'path'

/** An object as it should be, in which one field may be anything. */
function spoiled(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  const spoil = fc.option(fc.tuple(fc.constantFrom(...names, 'extra', '__proto__'), anyJson), { freq: 2 })
  return fc
    .tuple(fitting(schema), spoil)
    .map(([body, fault]) => (fault === null ? body : { ...(body as object), [fault[0]]: fault[1] }))
}

async function ask(browser: Browser, { operation, parameters, body, isRepeatable }: Request): Promise<Answer> {
  const { method } = operation
  const textOf = (value: unknown) =>
    encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => textOf(parameters[name]) || '%20')
  const query = Object.entries(parameters)
    .filter(([name]) => !operation.path.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${textOf(value)}`)
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`
  const headers = method === 'POST' && isRepeatable ? { 'idempotency-key': randomUUID() } : {}
  return await browser.send(method, address, method === 'GET' ? undefined : (body ?? null), headers)
}

test('whatever is sent to any operation, no answer is a failure of ours, and none is outside of its schema', async context => {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components })
  // What would end the session, or wait for hashing, is asked less often by having no part in this loop.
  const skipped = new Set(['logOut', 'endSession', 'changePassword', 'revokeKey'])
  const operations = operationsOf(document).filter(({ operationId }) => !skipped.has(operationId))
  const browser = await loggedIn(origin, ada)
  await fuzz(
    context,
    500,
    fc.asyncProperty(fc.oneof(...operations.map(requestsFor)), async request => {
      const answer = await ask(browser, request)
      const told = `${request.operation.operationId}: ${answer.status} ${answer.text.slice(0, 300)}`
      assert.ok(answer.status < 500, told)
      const schema = schemaOf(request.operation, answer.status)
      assert.notEqual(schema, undefined, `${told} is not described`)
      if (schema === null || schema === undefined || answer.text === '') return
      const resolved = JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
      ) as object
      assert.ok(ajv.validate(resolved, answer.body), `${told} ${JSON.stringify(ajv.errors)}`)
    }),
    { endOnFailure: true },
  )
})

/** The schema of an answer; null: nothing is said of a body; undefined: the status is not described. */
function schemaOf({ responses }: Operation, status: number): Schema | null | undefined {
  const described = responses[String(status)] ?? responses[`${String(status)[0]}XX`]
  if (described === undefined) return undefined
  return described.content?.['application/json']?.schema ?? null
}
