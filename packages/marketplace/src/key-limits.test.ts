import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fromBillingLimits,
  keyLimitsSchema,
  MarketplaceError,
  parseMarketplace,
  toBillingLimits,
  writtenLimits,
} from './index.ts'

/** A file with these keys of a buyer; their lines begin at 12. */
function fileOf(...keys: string[]): string {
  const lines = keys.map(key => `      - ${key}`)
  return `publishers:
  - username: acme
    apps:
      - name: search
        adapter: mcp
        upstream: http://127.0.0.1:9101/mcp
        tiers:
          paid: { price: 0.002, perMinute: 600, perDay: 1000, monthly: 1000 }
buyers:
  - email: ada@example.test
    keys:
${lines.join('\n')}
`
}

function faultsOf(...keys: string[]): string[] {
  try {
    parseMarketplace(fileOf(...keys), { file: 'shop.yaml' })
  } catch (error) {
    assert.ok(error instanceof MarketplaceError, String(error))
    return error.message.split('\n')
  }
  return []
}

const EVERYTHING = `total: 0.05, perDay: 1.1, per30Days: "20", maxPrice: 0.000001, apps: [acme/search], tools: ["a/b#c d#e"],
          expiresAt: "2027-01-01T01:00:00+01:00", concurrent: 2, loop: { calls: 5, seconds: 60 }`

test('limits are read exactly, and written as they were meant', () => {
  const { buyers } = parseMarketplace(fileOf(`{ name: all, limits: { ${EVERYTHING} } }`), { file: 'shop.yaml' })
  const limits = buyers[0]?.keys[0]?.limits ?? {}
  assert.deepEqual(
    [limits.total, limits.perDay, limits.per30Days, limits.maxPrice],
    [50_000n, 1_100_000n, 20_000_000n, 1n],
  )
  const wire = { apps: [], tools: [], ...toBillingLimits(limits), loop: { calls: 5, seconds: 60 } }
  const known = fromBillingLimits(wire as Parameters<typeof fromBillingLimits>[0])
  const written = writtenLimits({ ...known, expiresAt: limits.expiresAt })
  assert.deepEqual(written, {
    total: '0.05',
    perDay: '1.10',
    per30Days: '20.00',
    maxPrice: '0.000001',
    apps: ['acme/search'],
    tools: ['a/b#c d#e'],
    expiresAt: '2027-01-01T00:00:00.000Z',
    concurrent: 2,
    loop: { calls: 5, seconds: 60 },
  })
  assert.deepEqual(keyLimitsSchema.parse(written), limits)
})

test("a child's scope is that of the nearest key above it that says one", () => {
  const file = fileOf(
    '{ name: b, parent: a }',
    '{ name: a, parent: top }',
    '{ name: top, scope: "mcp:x" }',
    '{ name: o }',
  )
  const keys = parseMarketplace(file, { file: 'shop.yaml' }).buyers[0]?.keys ?? []
  assert.deepEqual(
    keys.map(key => key.scope),
    ['mcp:x', 'mcp:x', 'mcp:x', 'mcp:tools llm:completions'],
  )
})

const generations = ['{ name: k1 }', ...[2, 3, 4, 5, 6].map(n => `{ name: k${n}, parent: k${n - 1} }`)]
const top = (limits: string) => `{ name: top, limits: { ${limits} } }`
const child = (limits: string) => `{ name: child, parent: top, limits: { ${limits} } }`

const refusals: [what: string, keys: string[], expected: RegExp][] = [
  ['an unknown limit', ['{ name: k, limits: { perWeek: 1 } }'], /^shop\.yaml:12: .*unknown field "perWeek"/],
  ['a limit of seven decimals', ['{ name: k, limits: { total: 0.0000001 } }'], /:12: .*total: must have at most 6/],
  ['an empty list', ['{ name: k, limits: { apps: [] } }'], /:12: .*apps: must not be empty/],
  ['an app that the file does not have', ['{ name: k, limits: { apps: [acme/serach] } }'], /:12: .*no app "serach"/],
  ['a tool without a name', ['{ name: k, limits: { tools: ["acme/search#"] } }'], /:12: .*publisher\/app#tool/],
  ['a time that is none', ['{ name: k, limits: { expiresAt: tomorrow } }'], /:12: .*expiresAt: must be a time/],
  ['no call at once', ['{ name: k, limits: { concurrent: 0 } }'], /:12: .*concurrent: must be at least 1/],
  ['a loop of no time', ['{ name: k, limits: { loop: { calls: 1 } } }'], /:12: .*seconds: is missing/],
  [
    'a child with a higher cap',
    [top('total: 1'), child('total: 1.01')],
    /:13: .*total: must not be above 1\.00 .*"top"/,
  ],
  ['a child with more at once', [top('concurrent: 1'), child('concurrent: 2')], /:13: .*must not be above 1 /],
  [
    'a child that lasts longer',
    [top('expiresAt: "2027-01-01T00:00:00Z"'), child('expiresAt: "2027-01-01T00:00:01Z"')],
    /:13: .*must not be after/,
  ],
  ['a child with another app', [top('apps: [a/b]'), child('apps: [a/c]')], /:13: .*does not allow "a\/c"/],
  ['a child with another tool', [top('tools: ["a/b#c"]'), child('tools: ["a/b#d"]')], /:13: .*does not allow/],
  ['a key of the sixth generation', generations, /:17: .*generation 6/],
  ['keys in a circle', ['{ name: a, parent: b }', '{ name: b, parent: a }'], /:12: .*leads back/],
]
for (const [what, keys, expected] of refusals) {
  test(`${what} is refused with its line`, () => {
    const faults = faultsOf(...keys)
    assert.match(faults[0] ?? '', expected, faults.join('\n'))
  })
}

test('children that fit, and parents that are not in the file, are left to the services to judge', () => {
  assert.deepEqual(faultsOf(top('total: 1, apps: [a/b]'), child('total: 1, tools: ["a/b#c"]')), [])
  assert.deepEqual(faultsOf('{ name: child, parent: elsewhere, limits: { total: 5 } }'), [])
})
