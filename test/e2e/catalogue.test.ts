import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '@mtg/errors'

const root = join(import.meta.dirname, '../..')
const codes = Object.keys(catalogue)

/** Codes that the decisions list as defensive, each with its reason. */
function defensiveCodes(): string[] {
  const decisions = readFileSync(join(root, 'docs/decisions.md'), 'utf8')
  const [, section = ''] = /## Codes that are defensive\n([^]*?)(?=\n## |$)/.exec(decisions) ?? []
  return [...section.matchAll(/^\| `(\w+)`\s*\|\s*\S/gm)].map(([, code = '']) => code)
}

/** The text of all files of a pattern; the catalogue's own table reaches nothing. */
function sourcesOf(pattern: string, wanted: (path: string) => boolean): string {
  const exclude = (path: string) => /(^|\/)(node_modules|generated|gen)$|packages\/errors/.test(path)
  const files = globSync(pattern, { cwd: root, exclude }).filter(wanted)
  return files.map(file => readFileSync(join(root, file), 'utf8')).join('\n')
}

const isTest = (path: string) => path.endsWith('.test.ts')

const names = (sources: string, code: string) => new RegExp(`['"\`/]${code}\\b|\\b${code}:`).test(sources)

test('every error code that the gateway can answer with is named by a test, or listed as defensive', () => {
  const tests = sourcesOf('{packages,tools,services,test}/**/*.test.ts', path => !path.endsWith('catalogue.test.ts'))
  const code = sourcesOf('{packages,tools,services}/*/src/**/*.ts', path => !isTest(path))
  const exempt = defensiveCodes()
  const reachable = codes.filter(name => names(code, name) && !exempt.includes(name))
  assert.ok(reachable.length > 40)
  assert.deepEqual(
    reachable.filter(name => !names(tests, name)),
    [],
  )
})

test('only codes that exist are listed as defensive', () => {
  const exempt = defensiveCodes()
  assert.ok(exempt.length > 0)
  assert.deepEqual(
    exempt.filter(code => !codes.includes(code)),
    [],
  )
})

test('the runbook has a section for every error code', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  assert.deepEqual(
    codes.filter(code => !new RegExp(`^#+ .*\`?${code}\`?`, 'm').test(runbook)),
    [],
  )
})
