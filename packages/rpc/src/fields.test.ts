import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import fc from 'fast-check'
import {
  fieldLimits,
  idOf,
  int64Of,
  isPlainText,
  nameOf,
  pageOf,
  pageSizeOf,
  readNumberToken,
  readTimeToken,
  remarkOf,
  textOf,
  timeMsOf,
  timeToken,
  uuidOf,
} from './index.ts'

const CASES = 1000
const refused = { code: 'invalid_argument' }
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }))

test('a name that is accepted is well formed, without control characters, and at most 256 bytes', async context => {
  const property = fc.property(anyText, text => {
    const isGood = text.isWellFormed() && !/\p{Cc}/u.test(text) && Buffer.byteLength(text) <= fieldLimits.nameBytesMax
    assert.equal(isPlainText(text, fieldLimits.nameBytesMax), isGood)
    if (isGood) assert.equal(textOf(text, 'name'), text)
    else assert.throws(() => textOf(text, 'name'), refused)
  })
  await fuzz(context, CASES, property)
})

test('names that must be there, ids, numbers and times name their field when they are refused', () => {
  for (const bad of ['', '\0', 'a\u0000b', 'x\u0085', 'a\uD800', '\uDC00b', 'x'.repeat(257), 'é'.repeat(129)]) {
    assert.throws(() => nameOf(bad, 'tool_name'), { ...refused, message: /^tool_name / })
  }
  assert.equal(nameOf('é'.repeat(128), 'tool_name').length, 128)
  for (const bad of ['', 'x'.repeat(65), 'a\nb']) assert.throws(() => idOf(bad, 'request_id'), refused)
  for (const bad of ['', 'x', '0190b2c4-7f00-7000-8000-00000000000g', `${'0'.repeat(36)}\0`]) {
    assert.throws(() => uuidOf(bad, 'call_id'), refused)
  }
  assert.equal(uuidOf('0190B2C4-7F00-7000-8000-00000000000A', 'call_id'), '0190b2c4-7f00-7000-8000-00000000000a')
  for (const bad of ['-1', '1000000000001']) assert.throws(() => int64Of(bad, 'tokens', 0n, 10n ** 12n), refused)
  for (const seconds of ['253402300800', '-62135596801', '9223372036854775807', '-9223372036854775808']) {
    assert.throws(() => timeMsOf({ seconds, nanos: 0 }, 'from'), refused)
  }
  assert.equal(
    timeMsOf({ seconds: '253402300799', nanos: 999_000_000 }, 'from'),
    Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  )
})

test('a remark is never refused, and what is kept of it can be stored', async context => {
  await fuzz(
    context,
    CASES,
    fc.property(anyText, text => {
      assert.ok(isPlainText(remarkOf(text, 64), 256))
    }),
  )
})

test('a page says where it ended only when there is more, and made-up tokens are refused', async context => {
  const rows = [3, 2, 1].map(ms => ({ createdAt: new Date(ms), id: `0000000${ms}-0000-0000-0000-000000000000` }))
  const { page, nextPageToken } = pageOf(rows, 2, timeToken)
  assert.deepEqual(page, rows.slice(0, 2))
  assert.deepEqual(readTimeToken(nextPageToken), rows[1])
  assert.equal(pageOf(rows, 3, timeToken).nextPageToken, '')
  assert.equal(readTimeToken(''), undefined)
  const id = rows[0]?.id ?? ''
  const forged = ['1', '1/', `x/${id}`, `999999999999999/${id}`, `1/${id}/2`, `01/${id}`, `-1/${id}`, `1e3/${id}`]
  for (const text of forged) assert.throws(() => readTimeToken(Buffer.from(text).toString('base64url')), refused)
  for (const token of [`${nextPageToken}=`, ` ${nextPageToken}`, 'x'.repeat(10_000)]) {
    assert.throws(() => readTimeToken(token), refused)
  }
  for (const token of ['-1', '0', '01', '1.5', '9'.repeat(19), '1 ', '½']) {
    assert.throws(() => readNumberToken(token), refused)
  }
  await fuzz(
    context,
    CASES,
    fc.property(fc.oneof(anyText, fc.base64String(), fc.json()), token => {
      for (const read of [readTimeToken, readNumberToken]) {
        try {
          read(token)
        } catch (thrown) {
          assert.equal((thrown as { code?: string }).code, 'invalid_argument')
        }
      }
    }),
  )
})

test('page sizes follow one rule: 50 unless asked for, at most 500, never negative', () => {
  assert.deepEqual(
    [0, 1, 500].map(asked => pageSizeOf(asked)),
    [50, 1, 500],
  )
  for (const asked of [-1, 501, -(2 ** 31)]) assert.throws(() => pageSizeOf(asked), refused)
})
