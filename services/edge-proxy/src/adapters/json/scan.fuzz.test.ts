import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { defaultLimits } from '../../../test/adapters.ts'
import { beginScan, goOn, scanObject } from './scan.ts'
import { JsonFault, type JsonValue, textOf, type Watch, watchFor } from './value.ts'

const rules = { ...defaultLimits().scanRules, keysMax: 12 }
const watch = watchFor({ params: { _meta: {} }, messages: { '[]': {} } })
/** A member, or the end of an object or array, takes a byte at least; 64 bytes are a step too. */
const STEPS_PER_BYTE_MAX = 65 / 64

/** A value before it is written: objects are lists of members, so that a key may come twice. */
type Draft = { text: string } | { list: Draft[] } | { members: [key: string, value: Draft][] }

const keys = fc.oneof(
  fc.constantFrom('a', 'A', 'method', 'Method', 'params', '_meta', 'messages', 'name', 'name\0', 'name\0x', 'NAME'),
  fc.constantFrom('k', '\u212a', 's', '\u017f', 'id', '\u0130d', '\u0131d', '', '__proto__', 'constructor'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const scalars = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '0', '-0', '1e5', '-1.5E-3', '12345678901234567890', '""'),
  fc.string({ unit: 'binary', maxLength: 20 }).map(text => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => JSON.stringify(value)),
)
const { draft } = fc.letrec<{ draft: Draft }>(tie => ({
  draft: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars.map(text => ({ text })),
    fc.array(tie('draft'), { maxLength: 5 }).map(list => ({ list })),
    fc.array(fc.tuple(keys, tie('draft')), { maxLength: 5 }).map(members => ({ members })),
  ),
}))
const documents = fc.array(fc.tuple(keys, draft), { maxLength: 16 }).map((members): Draft => ({ members }))
const dice = fc.infiniteStream(fc.nat(7))

/** Written as JSON, with spaces and escapes where the dice say so. */
function write(value: Draft, roll: () => number): string {
  const space = () => ['', '', '', '', '', ' ', '\r\n', '\t'][roll()] ?? ''
  if ('text' in value) return value.text
  if ('list' in value) return `[${space()}${value.list.map(each => write(each, roll) + space()).join(`,${space()}`)}]`
  const key = (text: string) => (roll() === 0 ? escaped(text) : JSON.stringify(text))
  const members = value.members.map(([name, each]) => `${key(name)}${space()}:${space()}${write(each, roll)}${space()}`)
  return `{${space()}${members.join(`,${space()}`)}}`
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'))
  return `"${units.map(unit => `\\u${unit}`).join('')}"`
}

/** The rules, said of the draft instead of the bytes. */
function isAcceptable(value: Draft, level: number, watched: Watch | undefined): boolean {
  if ('text' in value) return (JSON.parse(value.text) as unknown)?.toString().isWellFormed() ?? true
  if ('list' in value) return value.list.every(each => isAcceptable(each, level + 1, watched?.get('[]')))
  const isRead = level <= 2 || watched !== undefined
  const folds = new Set(value.members.map(([key]) => foldOf(key)))
  if (isRead && (folds.size < value.members.length || folds.size > rules.keysMax)) return false
  return value.members.every(([key, each]) => key.isWellFormed() && isAcceptable(each, level + 1, watched?.get(key)))
}

const foldOf = (key: string) => key.split('\0')[0]?.replaceAll('\u0130', 'i').toUpperCase().toLowerCase()

function scan(bytes: Buffer): ReturnType<typeof scanObject> | JsonFault {
  try {
    return scanObject(bytes, watch, rules)
  } catch (thrown) {
    if (thrown instanceof JsonFault) return thrown
    throw thrown
  }
}

/** What was recorded, built. */
function build(bytes: Buffer, value: JsonValue): unknown {
  if (value.members !== undefined) {
    return Object.fromEntries([...value.members].map(([key, each]) => [key, build(bytes, each)]))
  }
  if (value.elements !== undefined) return value.elements.map(each => build(bytes, each))
  return value.kind === 'string' ? textOf(bytes, value) : JSON.parse(bytes.toString('utf8', value.start, value.end))
}

test('a document is accepted if no two parsers can read it differently, and reads as JSON.parse has it', async t => {
  await fuzz(
    t,
    1500,
    fc.property(documents, dice, (document, stream) => {
      const text = write(document, () => stream.next().value as number)
      const bytes = Buffer.from(text)
      const result = scan(bytes)
      // What cannot be said in UTF-8 has been replaced in the bytes.
      const isAccepted = text.isWellFormed() && isAcceptable(document, 1, watch)
      if (text.isWellFormed()) assert.equal(!(result instanceof JsonFault), isAccepted, text)
      if (!(result instanceof JsonFault)) assert.deepEqual(build(bytes, result), JSON.parse(bytes.toString()), text)
    }),
  )
})

test('damaged documents are refused exactly when they are no JSON, or break a rule', async t => {
  const damage = fc.array(
    fc.tuple(fc.nat(), fc.nat(4), fc.oneof(fc.string({ maxLength: 4 }), fc.uint8Array({ maxLength: 3 }))),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  await fuzz(
    t,
    2000,
    fc.property(documents, damage, dice, (document, damages, stream) => {
      let bytes = Buffer.from(write(document, () => stream.next().value as number))
      for (const [place, removed, inserted] of damages) {
        const at = place % (bytes.length + 1)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted as string), bytes.subarray(at + removed)])
      }
      const result = scan(bytes)
      const parsed = parse(bytes)
      if (!(result instanceof JsonFault)) assert.deepEqual(build(bytes, result), parsed?.value)
      else if (/valid JSON|after its end/.test(result.message)) assert.equal(parsed, undefined, bytes.toString())
    }),
  )
})

function parse(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}

test('a document reads the same in one go and bit by bit', async t => {
  await fuzz(
    t,
    500,
    fc.property(documents, dice, fc.integer({ min: 1, max: 5 }), (document, stream, steps) => {
      const bytes = Buffer.from(write(document, () => stream.next().value as number))
      const whole = scan(bytes)
      const inBits = () => {
        const cursor = beginScan(bytes, watch, rules)
        for (;;) {
          const root = goOn(cursor, cursor.steps + steps)
          if (root !== undefined) return root
        }
      }
      if (whole instanceof JsonFault) assert.throws(inBits, { message: whole.message, offset: whole.offset })
      else assert.deepEqual(inBits(), whole)
    }),
  )
})

test('no document costs more steps than it has bytes and a 64th, whatever it repeats', async t => {
  const unit = fc.oneof(
    fc.constantFrom('1,', '[],', '{},', '"",', '"":0,', '[', '{"":', '\\n', '\\u0061', ' ', '9', 'é', 'true,', '[[]],'),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
  const starts = fc.constantFrom('{"a":[', '{"a":{', '{"a":"', '{"a":', '{', '{"params":{"_meta":{', '{"messages":[')
  await fuzz(
    t,
    300,
    fc.property(starts, unit, fc.nat(3000), fc.boolean(), (start, each, times, isClosed) => {
      const text = start + each.repeat(times) + (isClosed ? '0]}' : '')
      const bytes = Buffer.from(text)
      let steps = 0
      try {
        const cursor = beginScan(bytes, watch, { ...rules, keysMax: 4096, depthMax: 5000 })
        // It throws in the midst of a step at most.
        while (goOn(cursor, cursor.steps + 1) === undefined) steps = cursor.steps
        steps = cursor.steps
      } catch (thrown) {
        if (!(thrown instanceof JsonFault)) throw thrown
      }
      assert.ok(steps <= bytes.length * STEPS_PER_BYTE_MAX + 1, `${steps} steps for ${bytes.length} bytes`)
    }),
  )
})
