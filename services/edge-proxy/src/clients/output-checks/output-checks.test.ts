import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { OutputChecks } from './output-checks.ts'
import { Overruns } from './overruns.ts'
import { PublisherTurns } from './turns.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const clock = createFakeClock()
// Long enough for whatever ends by itself, also where many other tests want the processor.
const checks = new OutputChecks({ clock, log, checkMs: 1_500, waitMs: 60_000 })
after(() => checks.close())

const check = (schema: unknown, output: unknown, publisher = 'acme') =>
  checks.check(publisher, JSON.stringify(schema), Buffer.from(JSON.stringify(output)))
const point = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'], additionalProperties: false }

test('an output fits the schema of its tool, or breaks it', async () => {
  assert.equal(await check(point, { x: 1 }), 'fits')
  for (const broken of [{ x: 'one' }, {}, { x: 1, y: 2 }, [], null]) assert.equal(await check(point, broken), 'breaks')
})

test('schemas are read in the draft that they name, the newest otherwise', async () => {
  // Beside a reference, nothing counted before 2019.
  const short = { definitions: { s: { type: 'string' } }, properties: { s: { $ref: '#/definitions/s', maxLength: 1 } } }
  assert.equal(await check(short, { s: 'ab' }), 'breaks')
  assert.equal(await check({ $schema: 'http://json-schema.org/draft-07/schema#', ...short }, { s: 'ab' }), 'fits')
  const self = {
    $defs: { n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } }, required: ['v'] } },
    $ref: '#/$defs/n',
  }
  assert.deepEqual(
    [await check(self, { v: 1, next: { v: 2 } }), await check(self, { v: 1, next: {} })],
    ['fits', 'breaks'],
  )
})

test('of a schema that nobody can use nothing is known, and nothing is fetched for it', async () => {
  const unusable = [
    { $ref: '#/nowhere' },
    { $ref: 'http://127.0.0.1:9/schema.json' },
    { properties: { x: { pattern: '(' } } },
  ]
  for (const schema of unusable) assert.equal(await check(schema, { x: 'a' }), 'unknown', JSON.stringify(schema))
  assert.equal(await checks.check('acme', '{"type":', Buffer.from('{}')), 'unknown')
  assert.equal(await check(point, { x: 'x'.repeat(1024 * 1024) }), 'unknown')
})

test('a verdict that is there counts, however late this thread comes to read it', async () => {
  assert.equal(await check(point, {}), 'breaks')
  // After messages are read and before timers run: the limit is over before the verdict can be read.
  await new Promise(resolve => setImmediate(resolve))
  const verdict = check(point, { x: 1 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  assert.equal(await verdict, 'fits')
})

test('a schema that takes for ever ends with its own check, and only its publisher rests', async () => {
  const slow = { properties: { s: { pattern: '^(a+)+$' } } }
  const evil = { s: `${'a'.repeat(60)}b` }
  const attacks = [check(slow, evil, 'evil'), check(slow, evil, 'evil'), check(slow, evil, 'evil')]
  const honest = Promise.all([check(point, { x: 1 }), check(point, {}), check(point, { x: 2 })])
  assert.deepEqual(await honest, ['fits', 'breaks', 'fits'])
  assert.deepEqual(await Promise.all(attacks), ['unknown', 'unknown', 'unknown'])
  assert.equal(await check(point, { x: 1 }, 'evil'), 'unknown')
  assert.equal(await check(point, { x: 1 }), 'fits')
  clock.advance(10_001)
  assert.equal(await check(point, { x: 1 }, 'evil'), 'fits')
})

test('one that takes all memory or every level of the stack harms nobody else', async () => {
  const bomb = { $defs: { b: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }] } }, $ref: '#/$defs/b' }
  assert.equal(await check(bomb, {}, 'deep'), 'unknown')
  const many = {
    allOf: Array.from({ length: 100 }, () => ({ items: { enum: Array.from({ length: 100 }, (_, n) => n) } })),
  }
  const outputs = Array.from({ length: 100_000 }, () => 1)
  assert.ok(['fits', 'unknown'].includes(await check(many, outputs, 'wide')))
  assert.equal(await check(point, { x: 1 }), 'fits')
})

test('what is asked after the end is not known', async () => {
  const short = new OutputChecks({ clock, log })
  const asked = short.check('acme', JSON.stringify(point), Buffer.from('{"x":1}'))
  await short.close()
  assert.equal(await asked, 'unknown')
  assert.equal(await short.check('acme', JSON.stringify(point), Buffer.from('{"x":1}')), 'unknown')
})

test('publishers take turns, and who gave up has none', () => {
  const turns = new PublisherTurns<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item)
  turns.add('b', 'b1')
  turns.add('c', 'c1')
  assert.equal(turns.remove('c', 'c1'), true)
  assert.equal(turns.remove('c', 'c1'), false)
  assert.deepEqual(
    [turns.next(), turns.next(), turns.next(), turns.next(), turns.next()],
    ['a1', 'b1', 'a2', 'a3', undefined],
  )
  assert.equal(turns.size, 0)
})

test('three overruns in a minute, and a publisher rests; two an hour never do', () => {
  const time = createFakeClock()
  const overruns = new Overruns(time)
  for (let hour = 0; hour < 5; hour += 1) {
    overruns.note('a')
    overruns.note('a')
    time.advance(3_600_000)
  }
  assert.equal(overruns.isResting('a'), false)
  for (let count = 0; count < 3; count += 1) overruns.note('a')
  assert.deepEqual([overruns.isResting('a'), overruns.isResting('b')], [true, false])
})
