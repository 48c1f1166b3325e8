import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatCall, LLM_PATH, startEdgeUnderTest } from './edge-under-test.ts'

test('a crowd of refusals does not fill the log, and paid calls are written all the same', async t => {
  const edge = await startEdgeUnderTest({ REFUSAL_LINES_PER_SECOND: '1' })
  t.after(() => edge.close())
  const refused = () => edge.call({ path: LLM_PATH, body: 'no JSON' })
  const refusals = await Promise.all(Array.from({ length: 20 }, refused))
  assert.ok(refusals.every(({ status }) => status === 400))
  const paid = await edge.call({ path: LLM_PATH, body: chatCall })
  assert.equal(paid.status, 200)
  const refusalLines = edge.logged.filter(line => line['code'] !== 'ok')
  const line = edge.logged.find(entry => entry['callId'] === paid.callId)
  // However long the twenty took: each was written, or counted in the line after it.
  assert.ok(refusalLines.length < 20)
  const counted = edge.logged.reduce((sum, entry) => sum + Number(entry['unwritten'] ?? 0), 0)
  assert.equal(refusalLines.length + counted, 20)
  assert.equal(line?.['code'], 'ok')
})
