import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { type PeriodicJobOptions, startPeriodicJob } from './periodic-job.ts'

const LONG_MS = 600_000
const log = createLogger({ service: 'test', level: 'silent' })

function countedJob(options: Omit<PeriodicJobOptions, 'name' | 'log' | 'run'> & { run?: (run: number) => unknown }) {
  const runs = new EventEmitter()
  let count = 0
  const job = startPeriodicJob({
    ...options,
    name: 'test',
    log,
    async run() {
      count += 1
      try {
        await options.run?.(count)
      } finally {
        runs.emit('ended')
      }
    },
  })
  return { job, ended: () => once(runs, 'ended'), count: () => count }
}

test('work is done again and again, also after it failed', async () => {
  const { job, ended, count } = countedJob({
    intervalMs: 1,
    run: run => {
      if (run === 1) throw new Error('the first run fails')
    },
  })
  await ended()
  await ended()
  await ended()
  assert.ok(count() >= 3)
  await job.close()
})

test('a job can begin at once, and come back sooner after a failure', async () => {
  const { job, ended, count } = countedJob({
    intervalMs: LONG_MS,
    firstAfterMs: 0,
    retryMs: 1,
    run: run => {
      if (run === 1) throw new Error('the first run fails')
    },
  })
  await ended()
  await ended()
  await job.close()
  assert.equal(count(), 2)
})

test('a job that is woken does not wait, and one that is woken while it runs runs again', async () => {
  const { job, ended, count } = countedJob({
    intervalMs: LONG_MS,
    run: run => {
      if (run === 1) void job.wake()
    },
  })
  void job.wake()
  await ended()
  await ended()
  assert.equal(count(), 2)
  await job.close()
})

test('who wakes a job can wait for a run that began after that; however many do, one follows', async () => {
  const first = Promise.withResolvers<void>()
  const { job, count } = countedJob({ intervalMs: LONG_MS, run: run => (run === 1 ? first.promise : undefined) })
  const wakings = [job.wake(), job.wake(), job.wake()]
  first.resolve()
  await Promise.all(wakings)
  assert.equal(count(), 2)
  await job.close()
})

test('closing waits for the run under way, and none comes after it', async () => {
  const finished = Promise.withResolvers<void>()
  const { job, count } = countedJob({ intervalMs: 1, run: () => finished.promise })
  void job.wake()
  void job.wake()
  let closed = false
  const closing = job.close().then(() => {
    closed = true
  })
  void job.wake()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(closed, false)
  finished.resolve()
  await closing
  assert.equal(count(), 1)
})

test('a job that fails again and again says so once, then once a minute, and when it succeeds again', async () => {
  const clock = createFakeClock()
  const lines: { level: string; msg: string; failures?: number }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  let isAway = true
  const job = startPeriodicJob({
    name: 'test',
    intervalMs: LONG_MS,
    log: createLogger({ service: 'test', destination }),
    clock,
    run: async () => {
      if (isAway) throw new Error('the database is away')
    },
  })
  for (let run = 0; run < 240; run += 1) {
    await job.wake()
    clock.advance(500)
  }
  isAway = false
  await job.wake()
  await job.wake()
  await job.close()
  const told = lines.map(({ msg, failures }) => [msg, failures])
  assert.deepEqual(told, [
    ['a job failed', undefined],
    ['a job still fails', 121],
    ['a job succeeds again', 240],
  ])
})
