import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { watchSources } from './watch-sources.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-watch-'))
const changes: string[] = []
let endWatching: () => void

before(() => {
  for (const folder of ['service/src/rpc', 'packages/a/src', 'packages/a/node_modules/b']) {
    mkdirSync(join(home, folder), { recursive: true })
  }
  writeFileSync(join(home, 'service/src/rpc/a.ts'), '')
  endWatching = watchSources(home, ['service/src', 'packages/*/src'], file => changes.push(file))
})
after(() => {
  endWatching()
  rmSync(home, { recursive: true, force: true })
})

async function changesAfter(action: () => void): Promise<string[]> {
  changes.length = 0
  action()
  const giveUpAt = performance.now() + 5_000
  while (changes.length === 0 && performance.now() < giveUpAt) await delay(5)
  return [...changes]
}

const write = (file: string) => writeFileSync(join(home, file), String(Math.random()))

/** As most editors save: another file takes the place of the one that was. */
function replace(file: string): void {
  write(`${file}.new`)
  renameSync(join(home, `${file}.new`), join(home, file))
}

test('a file that an editor replaces is noticed every time', async () => {
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await changesAfter(() => replace('service/src/rpc/a.ts')), ['service/src/rpc/a.ts'])
  }
})

test('several files saved together are one change', async () => {
  const files = ['service/src/rpc/a.ts', 'service/src/rpc/b.ts', 'packages/a/src/c.ts']
  assert.equal((await changesAfter(() => files.forEach(write))).length, 1)
})

test('what comes in a new folder is noticed', async () => {
  changes.length = 0
  mkdirSync(join(home, 'service/src/store'))
  for (let round = 0; changes.length === 0 && round < 20; round++) {
    write('service/src/store/d.ts')
    await delay(250)
  }
  assert.deepEqual(changes, ['service/src/store/d.ts'])
})

test('tests, and what is no source, change nothing', async () => {
  changes.length = 0
  for (const file of ['service/src/a.test.ts', 'service/src/notes.md', 'packages/a/node_modules/b/e.ts']) write(file)
  await delay(300)
  assert.deepEqual(changes, [])
})
