import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../web/dist')

/** A file of the build, by Vite's manifest. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>

/** A chunk and all that it cannot run without. */
function filesOf(name: string, known = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  assert.ok(chunk, `the build has no ${name}`)
  if (known.has(chunk.file)) return known
  known.add(chunk.file)
  for (const one of chunk.imports ?? []) filesOf(one, known)
  return known
}

const compressedBytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)

test('the first page that anybody sees needs less than 200 kB of compressed JavaScript', () => {
  for (const page of ['home/home-page', 'entrance/login-page', 'keys/keys-page', 'calls/calls-page']) {
    const files = filesOf(`src/pages/${page}.tsx`, filesOf('index.html'))
    const bytes = compressedBytes([...files].filter(file => file.endsWith('.js')))
    assert.ok(bytes < 200_000, `${page}: ${bytes} bytes`)
  }
})

test('charts are loaded when they are looked at', () => {
  const withoutCharts = filesOf('src/pages/usage/usage-page.tsx', filesOf('index.html'))
  const chart = filesOf('src/pages/usage/usage-chart.tsx')
  assert.ok([...chart].some(file => !withoutCharts.has(file)))
  assert.ok(compressedBytes([...withoutCharts].filter(file => file.endsWith('.js'))) < 200_000)
})
