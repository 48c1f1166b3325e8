import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossingsIn, unexcused } from './boundaries.ts'

const packageDirs = new Map([
  ['@mtg/auth', 'services/auth'],
  ['@mtg/contracts', 'packages/contracts'],
  ['@mtg/rpc', 'packages/rpc'],
  ['@mtg/testing', 'tools/testing'],
])

const problemsIn = (file: string, source: string) =>
  crossingsIn(file, source, packageDirs).map(({ rule, problem }) => `${rule}: ${problem}`)

test('a service may import packages and its own files', () => {
  const source = `import { a } from '@mtg/rpc'\nimport type { B } from '../store/b.ts'\nimport pg from 'pino'`
  assert.deepEqual(problemsIn('services/billing/src/rpc/a.ts', source), [])
})

test('a service may not reach into another service, by name or by path', () => {
  const source = `import { a } from '@mtg/auth'\nconst b = await import('../../auth/src/b.ts')`
  const problems = problemsIn('services/billing/src/a.ts', source)
  assert.match(String(problems[0]), /services must not import services/)
  assert.match(String(problems[1]), /a relative path must stay inside services\/billing/)
})

test('packages import no tools, but their tests may', () => {
  const source = `import { a } from '@mtg/testing'`
  assert.match(problemsIn('packages/rpc/src/a.ts', source).join(), /packages must not import tools/)
  assert.deepEqual(problemsIn('packages/rpc/src/a.test.ts', source), [])
  assert.deepEqual(problemsIn('services/auth/test/a.test.ts', source), [])
})

test('the error catalogue imports nothing but its own files', () => {
  const source = `import { a } from './a.ts'\nimport { z } from 'zod'`
  assert.match(
    problemsIn('packages/errors/src/index.ts', source).join(),
    /imports zod: packages\/errors imports nothing/,
  )
})

test('inside a service arrows run down only, those of types too', () => {
  const source = `import type { A } from '../use-cases/a.ts'\nimport { b } from '../domain/b.ts'`
  assert.match(problemsIn('services/billing/src/store/c.ts', source).join(), /store must not import use-cases/)
  assert.deepEqual(problemsIn('services/billing/src/rpc/c.ts', source), [])
  assert.equal(problemsIn('services/billing/src/rpc/c.ts', `import type { A } from '../config.ts'`).length, 1)
})

test('a folder that no layer is named after is refused', () => {
  const source = `import { a } from '../domain/a.ts'`
  assert.match(problemsIn('services/billing/src/helpers/c.ts', source).join(), /helpers is none of a service's layers/)
})

test('wire types stay in rpc and clients, and the names of services in app.ts too', () => {
  const types = `import { type billing } from '@mtg/contracts'`
  const values = `import { services } from '@mtg/contracts'`
  assert.match(problemsIn('services/billing/src/use-cases/a.ts', types).join(), /holds wire types/)
  assert.match(problemsIn('services/billing/src/app.ts', types).join(), /holds wire types/)
  assert.deepEqual(problemsIn('services/billing/src/app.ts', values), [])
  assert.deepEqual(problemsIn('services/billing/src/rpc/a.ts', types), [])
})

test('SQL stays in the store', () => {
  const source = 'await db.query({ name: `a`, text: `\n  SELECT 1` })'
  assert.match(problemsIn('services/billing/src/use-cases/a.ts', source).join(), /holds SQL, which only store may/)
  assert.deepEqual(problemsIn('services/billing/src/store/a.ts', source), [])
})

test('a handle on the database may be passed on above the store, but nothing be made of it', () => {
  assert.deepEqual(problemsIn('services/auth/src/rpc/a.ts', `import type { Database } from '@mtg/postgres'`), [])
  const value = `import {\n  isDeadlock,\n  type Database,\n} from '@mtg/postgres'`
  assert.match(problemsIn('services/auth/src/use-cases/a.ts', value).join(), /holds the database/)
})

test('the environment is read in one package', () => {
  assert.match(problemsIn('services/auth/src/app.ts', 'const url = process.env.URL').join(), /reads process\.env/)
  assert.deepEqual(problemsIn('packages/runtime/src/config.ts', 'const env = process.env'), [])
})

test('an exception excuses what it names, and one that excuses nothing is refused', () => {
  const crossing = { file: 'services/auth/src/a.ts', rule: 'layers', problem: 'imports b' } as const
  const excuse = { path: 'services/auth/', rule: 'layers', reason: 'r' } as const
  assert.deepEqual(unexcused([crossing], [excuse]), [])
  assert.deepEqual(unexcused([crossing], []), ['services/auth/src/a.ts: imports b'])
  assert.match(unexcused([], [excuse]).join(), /exception of services\/auth\/ from layers excuses nothing/)
  assert.equal(unexcused([crossing], [{ ...excuse, rule: 'roots' }]).length, 2)
})
