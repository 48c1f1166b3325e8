// Node's own report of the tests, with the slowest files named before its closing lines.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { spec } from 'node:test/reporters'
import { root } from './rpc-types.mjs'

const SLOWEST_COUNT = 10

interface FileTimes {
  file: string
  wallMs: number
  cpuMs: number
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(withSlowest(source)).pipe(new spec())
}

/** The counts come last, each as a remark on no file. */
async function* withSlowest(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  let isTold = false
  for await (const event of source) {
    if (!isTold && event.type === 'test:diagnostic' && event.data.file === undefined) {
      isTold = true
      for (const message of slowest()) yield { type: 'test:diagnostic', data: { ...event.data, message } }
    }
    yield event
  }
}

function slowest(): string[] {
  const rows = readTimes().sort((a, b) => b.wallMs - a.wallMs)
  if (rows.length <= 1) return []
  const total = `${seconds(sum(rows.map(row => row.wallMs)))} s in ${rows.length} files, ${seconds(sum(rows.map(row => row.cpuMs)))} s of CPU`
  const lines = rows
    .slice(0, SLOWEST_COUNT)
    .map(
      row =>
        `${seconds(row.wallMs).padStart(8)} s ${seconds(row.cpuMs).padStart(6)} s of CPU  ${relative(root, row.file)}`,
    )
  return [`${total}; the slowest:`, ...lines]
}

function readTimes(): FileTimes[] {
  const file = process.env.TEST_TIMES_FILE
  if (file === undefined) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- measure.ts, loaded into every test file, wrote it
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as FileTimes)
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
