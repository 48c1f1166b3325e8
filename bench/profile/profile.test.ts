import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largest, topOf } from './top.ts'

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 9 })

test('time counts for the function and the package that had it, and idling for none', () => {
  const nodes = [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('(program)', '') },
    { id: 3, callFrame: frame('writev', '') },
    { id: 4, callFrame: frame('reserve', 'file:///somewhere/services/billing/src/reserve.ts') },
    { id: 5, callFrame: frame('write', 'file:///somewhere/node_modules/.pnpm/pg@8/node_modules/pg/lib/client.js') },
    { id: 6, callFrame: frame('emit', 'node:events') },
  ]
  const samples = [1, 2, 3, 4, 4, 5, 6]
  const { functions, packages } = topOf({ nodes, samples, timeDeltas: samples.map((_, index) => 10 ** index) })
  assert.deepEqual(largest(functions, 2, 10), [
    ['emit node:events:10', 100_000],
    ['write pg/lib/client.js:10', 10_000],
  ])
  assert.deepEqual(Object.fromEntries(packages), {
    'native code and system calls': 10,
    V8: 100,
    'services/billing': 11_000,
    pg: 100_000,
    'node:events': 1_000_000,
  })
})
