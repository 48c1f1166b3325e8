import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { bare } from './bare.ts'
import { EDGE, PLATFORM, ratio } from './figures.ts'
import { installAll } from './install.ts'
import type { Peer } from './peer.ts'

test('beside peers that need no installing, no call fails and the books add up', async () => {
  const file = join(import.meta.dirname, '../peers.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--short', '--json'], { maxBuffer: 2 ** 24 })
  const { medians, isSound } = JSON.parse(stdout) as {
    readonly medians: readonly { readonly name: string; readonly callsPerSecond: number; readonly cpuMicros: number }[]
    readonly isSound: boolean
  }
  assert.ok(isSound)
  for (const name of [EDGE, PLATFORM, bare.name]) {
    const row = medians.find(each => each.name === name)
    assert.ok(row !== undefined && row.callsPerSecond > 0 && row.cpuMicros > 0, name)
  }
})

test('a peer that cannot be installed is named with the reason, and the others are there', async t => {
  const cache = mkdtempSync(join(tmpdir(), 'mtg-peers-'))
  t.after(() => rmSync(cache, { recursive: true, force: true }))
  const broken: Peer = {
    ...bare,
    name: 'broken',
    folder: 'broken',
    isHere: () => false,
    install: () => Promise.reject(new Error('there is no python3')),
  }
  const { peers, missing } = await installAll([bare, broken], cache, { mayInstall: true, progress: () => {} })
  assert.deepEqual(peers, [bare])
  assert.deepEqual([...missing], [['broken', 'cannot be installed: there is no python3']])
})

test('ratios are made within a round, and none without both', () => {
  const rest = { connections: 64, callsPerSecond: 1, p50Ms: 1, p99Ms: 1, mebibytes: 1, failed: 0 }
  const figures = [
    { ...rest, round: 0, name: 'a', cpuMicros: 10 },
    { ...rest, round: 0, name: 'b', cpuMicros: 20 },
    { ...rest, round: 1, name: 'a', cpuMicros: 100 },
    { ...rest, round: 1, name: 'b', cpuMicros: 200 },
  ]
  assert.equal(ratio(figures, 'a', 'b'), 2)
  assert.equal(ratio(figures, 'a', 'c'), undefined)
})
