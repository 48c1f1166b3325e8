import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { repeat } from './repeat.ts'

const log = createLogger({ service: 'test', level: 'silent' })

function countedJob(options: { intervalMs: number; work?: (run: number) => Promise<void> }) {
  const runs = new EventEmitter()
  let count = 0
  const job = repeat({
    name: 'test',
    intervalMs: options.intervalMs,
    log,
    async work() {
      count += 1
      await options.work?.(count)
      runs.emit('ended')
    },
  })
  return { job, ended: () => once(runs, 'ended'), count: () => count }
}

test('work is done again and again, also after it failed', async () => {
  const { job, ended, count } = countedJob({
    intervalMs: 1,
    work: async run => {
      if (run === 1) throw new Error('the first run fails')
    },
  })
  await ended()
  await ended()
  assert.ok(count() >= 3)
  await job.close()
})

test('a job that is woken does not wait, and one that is woken while it runs runs again', async () => {
  const { job, ended, count } = countedJob({
    intervalMs: 600_000,
    work: async run => {
      if (run === 1) job.wake()
    },
  })
  job.wake()
  await ended()
  await ended()
  assert.equal(count(), 2)
  await job.close()
})

test('closing waits for the run under way, and none comes after it', async () => {
  let finish = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const { job, count } = countedJob({ intervalMs: 1, work: () => finished })
  job.wake()
  let closed = false
  const closing = job.close().then(() => {
    closed = true
  })
  job.wake()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(closed, false)
  finish()
  await closing
  assert.equal(count(), 1)
})
