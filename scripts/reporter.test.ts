import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import report from './reporter.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-reporter-'))

after(() => rmSync(home, { recursive: true, force: true }))

/** The report of a run with these remarks at its end. */
async function reportOf(timesFile: string | undefined, ...messages: string[]): Promise<string[]> {
  const before = process.env.TEST_TIMES_FILE
  if (timesFile === undefined) delete process.env.TEST_TIMES_FILE
  else process.env.TEST_TIMES_FILE = timesFile
  try {
    const events = messages.map(
      (message): TestEvent => ({
        type: 'test:diagnostic',
        data: { nesting: 0, message, level: 'info' },
      }),
    )
    let text = ''
    for await (const part of report(streamOf(events))) text += part
    return text.split('\n').map(line => line.replace(/^.*?ℹ /, ''))
  } finally {
    if (before === undefined) delete process.env.TEST_TIMES_FILE
    else process.env.TEST_TIMES_FILE = before
  }
}

async function* streamOf(events: TestEvent[]): AsyncGenerator<TestEvent> {
  yield* events
}

test('the ten slowest files are named, slowest first, before the counts', async () => {
  const timesFile = join(home, 'times')
  const rows = Array.from({ length: 12 }, (_, at) => ({ file: `/x/${at}.test.ts`, wallMs: at * 1_000, cpuMs: 100 }))
  writeFileSync(timesFile, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  const lines = await reportOf(timesFile, 'tests 2', 'pass 2')
  assert.equal(lines[0], '66.0 s in 12 files, 1.2 s of CPU; the slowest:')
  const named = lines.slice(1, 11).map(line => /(\d+)\.test\.ts$/.exec(line)?.[1])
  assert.deepEqual(named, ['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
  assert.deepEqual(lines.slice(11, 13), ['tests 2', 'pass 2'])
})

test('one file alone, or none measured, changes nothing of the report', async () => {
  const timesFile = join(home, 'one')
  writeFileSync(timesFile, `${JSON.stringify({ file: '/x/a.test.ts', wallMs: 1, cpuMs: 1 })}\n`)
  assert.deepEqual((await reportOf(timesFile, 'tests 1')).slice(0, 1), ['tests 1'])
  assert.deepEqual((await reportOf(undefined, 'tests 1')).slice(0, 1), ['tests 1'])
})

test('what a file took counts its own processes', { skip: process.platform !== 'linux' }, () => {
  const timesFile = join(home, 'measured')
  const busy = 'while (process.cpuUsage().user < 200_000);'
  const code = `${busy} require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  const args = [`--import=${join(import.meta.dirname, 'measure.ts')}`, '-e', code]
  const run = spawnSync(process.execPath, args, { env: { ...process.env, TEST_TIMES_FILE: timesFile } })
  assert.equal(run.status, 0, run.stderr.toString())
  const { cpuMs }: { cpuMs: number } = JSON.parse(readFileSync(timesFile, 'utf8'))
  assert.ok(cpuMs >= 380 && cpuMs < 5_000, `${cpuMs} ms of CPU for twice 200`)
})
