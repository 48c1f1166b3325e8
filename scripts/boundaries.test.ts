import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossingsIn } from './boundaries.ts'

test('a service may import packages and its own files', () => {
  const source = `import { a } from '@mtg/rpc'\nimport type { B } from '../store/b.ts'\nimport pg from 'pg'`
  assert.deepEqual(crossingsIn('services/billing/src/rpc/a.ts', source), [])
})

test('a service may not reach into another service, by name or by path', () => {
  const source = `import { a } from '@mtg/auth'\nconst b = await import('../../auth/src/b.ts')`
  assert.equal(crossingsIn('services/billing/src/a.ts', source).length, 2)
})

test('the error catalogue imports nothing but its own files', () => {
  const source = `import { a } from './a.ts'\nimport { z } from 'zod'`
  assert.match(crossingsIn('packages/errors/src/index.ts', source).join(), /imports zod: the error catalogue/)
})
