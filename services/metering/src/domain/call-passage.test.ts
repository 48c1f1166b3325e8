import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observedEvent } from './call-passage.ts'

test('an event whose fields cannot be turned into text is observed without them, and does not fail its neighbours', () => {
  const stubborn = { toString: false, valueOf: false }
  const event = {
    occurredAt: [stubborn],
    durationMs: stubborn,
    publisherUsername: [stubborn],
    appName: stubborn,
    stages: stubborn,
  }
  assert.deepEqual(observedEvent(event), { ...event, app: undefined, startedAt: undefined, stages: undefined })
})
