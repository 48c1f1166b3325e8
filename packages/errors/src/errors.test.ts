import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError, catalogue, isErrorCode, toAppError } from './index.ts'

test('every code of the catalogue answers with a client or server error status and a public sentence', () => {
  for (const [code, row] of Object.entries(catalogue)) {
    assert.ok(row.http >= 400 && row.http <= 599, code)
    assert.match(row.message, /^[A-Z].*\.$/, code)
  }
})

test('upper-cased codes stay distinct, so that they survive the trip through gRPC', () => {
  const reasons = Object.keys(catalogue).map(code => code.toUpperCase())
  assert.equal(new Set(reasons).size, reasons.length)
})

test('an error carries the status and owner of its code', () => {
  const error = appError('insufficient_balance', { detail: { priceMicros: 2000n } })
  assert.equal(error.status, 402)
  assert.equal(error.owner, 'buyer')
  assert.equal(error.message, catalogue.insufficient_balance.message)
})

test("a publisher's own status replaces the default of the code", () => {
  assert.equal(appError('publisher_client_error', { status: 422 }).status, 422)
})

test('whatever is not ours becomes internal_error and keeps its text off the wire', () => {
  const error = toAppError(new Error('password=hunter2'))
  assert.equal(error.code, 'internal_error')
  assert.equal(error.message, catalogue.internal_error.message)
  assert.equal((error.cause as Error).message, 'password=hunter2')
})

test('an AppError passes through unchanged', () => {
  const error = appError('redis_error')
  assert.equal(toAppError(error), error)
})

test('a code is recognised only by its exact name', () => {
  assert.ok(isErrorCode('HeaderMismatch'))
  assert.ok(!isErrorCode('headermismatch'))
  assert.ok(!isErrorCode('toString'))
})
