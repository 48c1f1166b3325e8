import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { longCommitSubjects, longSubjectsIn } from './commit-subjects.ts'

test('a subject of 72 characters passes, one more does not', () => {
  const log = `a1b2c3d ${'x'.repeat(72)}\nb2c3d4e ${'y'.repeat(73)}\n`
  assert.deepEqual(
    longSubjectsIn(log).map(line => line.slice(0, 7)),
    ['b2c3d4e'],
  )
})

test('where there are no commits none is too long', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mtg-no-repository-'))
  try {
    assert.deepEqual(longCommitSubjects(dir), [])
  } finally {
    rmSync(dir, { recursive: true })
  }
})
