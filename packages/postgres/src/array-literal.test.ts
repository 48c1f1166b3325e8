import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adminDatabaseUrl } from '@mtg/testing'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import { Client } from 'pg'
import { plainArray, textArray } from './array-literal.ts'

let client: Client

before(async () => {
  client = new Client({ connectionString: await adminDatabaseUrl() })
  await client.connect()
})
after(() => client?.end())

async function roundTrip(literal: string, type: string): Promise<unknown> {
  return (await client.query(`SELECT $1::${type} AS read`, [literal])).rows[0].read
}

test('texts of any characters arrive as they were', async context => {
  const awkward = fc.constantFrom('', 'NULL', 'null', '{', '}', ',', '"', '\\', '\\"', ' ', '\n', '{"a"}', "'", 'ü')
  // PostgreSQL holds no NUL and no lone surrogates.
  const texts = fc.array(
    fc.oneof(
      awkward,
      fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0')),
    ),
  )
  const property = fc.asyncProperty(texts, async values => {
    assert.deepEqual(await roundTrip(textArray(values), 'text[]'), values)
  })
  await fuzz(context, 200, property, { endOnFailure: true })
})

test('what needs no quotes arrives as it was', async () => {
  const id = '0199a5c1-7a3b-7c31-8f3e-2f6d1c0b4a11'
  assert.deepEqual(await roundTrip(plainArray([]), 'uuid[]'), [])
  assert.deepEqual(await roundTrip(plainArray([id, null, id]), 'uuid[]'), [id, null, id])
  assert.deepEqual(await roundTrip(plainArray([0n, -5, 2n ** 63n - 1n]), 'bigint[]'), [
    '0',
    '-5',
    '9223372036854775807',
  ])
  assert.deepEqual(await roundTrip(plainArray([true, false]), 'boolean[]'), [true, false])
  assert.deepEqual(await roundTrip(plainArray(['capture', 'release']), 'text[]'), ['capture', 'release'])
})
