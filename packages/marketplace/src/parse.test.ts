import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarketplaceError, parseMarketplace } from './index.ts'

const FILE = 'shop.yaml'

const GOOD = `
publishers:
  - username: acme
    email: owner@acme.test
    password: "secret one"
    payout: connected
    apiKey: acme-upstream-key
    apps:
      - name: search
        adapter: mcp
        upstream: http://127.0.0.1:9101/mcp
        tiers:
          free: { perMinute: 60, perDay: 1000, monthly: 500 }
          paid: { price: "0.002", perMinute: 600, perDay: 100000, monthly: 1000000 }
        tools:
          deep_search: { price: "0.02" }
buyers:
  - email: ada@example.test
    wallet: "25.00"
    keys:
      - name: default
        key: vnb-sk-0123456789
      - name: legacy
        scope: ""
        revoked: true
    purchases:
      - app: acme/search
        tier: paid
        startedAt: "2026-11-01T00:00:00Z"
`

function faultsOf(text: string): string[] {
  try {
    parseMarketplace(text, { file: FILE })
  } catch (error) {
    assert.ok(error instanceof MarketplaceError, String(error))
    return error.message.split('\n')
  }
  return []
}

/** Replaces one piece of the good file. */
function spoiled(from: string, to: string): string {
  assert.ok(GOOD.includes(from), from)
  return GOOD.replace(from, to)
}

test('a good file is read, with its defaults filled in and its amounts exact', () => {
  const { publishers, buyers } = parseMarketplace(GOOD, { file: FILE })
  const app = publishers[0]?.apps[0]
  assert.equal(publishers[0]?.status, 'active')
  assert.equal(app?.timeoutMs, 30_000)
  assert.equal(app?.chargeToolErrors, false)
  assert.equal(app?.chargeAbandoned, false)
  assert.equal(app?.chargeTasks, 'completion')
  assert.deepEqual(app?.promises, { outputSchema: false })
  assert.deepEqual([app?.description, app?.published], ['', true])
  assert.equal(app?.tiers.paid?.price, 2_000n)
  assert.equal(app?.tools['deep_search']?.price, 20_000n)
  const [ada] = buyers
  assert.equal(ada?.wallet, 25_000_000n)
  assert.deepEqual(
    ada?.keys.map(({ scope, revoked }) => [scope, revoked]),
    [
      ['mcp:tools llm:completions', false],
      ['', true],
    ],
  )
  assert.deepEqual(ada?.purchases[0], {
    app: 'acme/search',
    tier: 'paid',
    status: 'active',
    startedAt: new Date('2026-11-01T00:00:00Z'),
    renews: true,
    used: 0,
  })
})

test('JSON is read as well', () => {
  const { buyers } = parseMarketplace(
    '{"buyers": [{"email": "ada@example.test", "wallet": 0.1, "keys": [], "purchases": null}]}',
    { file: 'shop.json' },
  )
  assert.equal(buyers[0]?.wallet, 100_000n)
})

test('an amount without quotes keeps the digits it was written with', () => {
  const { buyers } = parseMarketplace(spoiled('"25.00"', '9007199254740.993123'), { file: FILE })
  assert.equal(buyers[0]?.wallet, 9_007_199_254_740_993_123n)
})

test('an origin is replaced in upstream addresses, and only where it ends as an origin', () => {
  const substitutions = {
    'http://127.0.0.1:9101': 'http://127.0.0.1:20001',
    'http://127.0.0.1:91': 'http://never.test',
  }
  const upstreamOf = (text: string) =>
    parseMarketplace(text, { file: FILE, substitutions }).publishers[0]?.apps[0]?.upstream
  assert.equal(upstreamOf(GOOD), 'http://127.0.0.1:20001/mcp')
  assert.equal(upstreamOf(spoiled(':9101/mcp', ':9102/mcp')), 'http://127.0.0.1:9102/mcp')
})

const refusals: [guarantee: string, text: string, faults: RegExp[]][] = [
  ['an unknown field', spoiled('payout: connected', 'payOut: connected'), [/^shop\.yaml:6: .*unknown field "payOut"$/]],
  ['an unknown field at the top', `${GOOD}sellers: []\n`, [/^shop\.yaml:30: unknown field "sellers"$/]],
  [
    'a missing field',
    spoiled('adapter: mcp', 'timeoutMs: 5'),
    [/^shop\.yaml:9: publishers\[0\]\.apps\[0\]\.adapter: is missing$/],
  ],
  [
    'a description of a book',
    spoiled('adapter: mcp', `adapter: mcp\n        description: ${'x'.repeat(2001)}`),
    [/^shop\.yaml:11: .*description: /],
  ],
  [
    'a description with control characters',
    spoiled('adapter: mcp', 'adapter: mcp\n        description: "\\0"'),
    [/^shop\.yaml:11: .*description: must not have control characters$/],
  ],
  ['a price of seven decimals', spoiled('"0.002"', '"0.0000001"'), [/^shop\.yaml:14: .*at most 6 decimals$/]],
  ['a negative price', spoiled('"0.02"', '"-0.02"'), [/^shop\.yaml:16: .*must not be negative$/]],
  ['a price with an exponent', spoiled('"0.02"', '1e-3'), [/^shop\.yaml:16: .*must be a decimal number of USD/]],
  [
    'an amount that 64 bits cannot hold',
    spoiled('"25.00"', '"9223372036854.775808"'),
    [/^shop\.yaml:19: .*too large$/],
  ],
  ['a price in the free tier', spoiled('free: { per', 'free: { price: "1", per'), [/unknown field "price"$/]],
  [
    'an address without a protocol',
    spoiled('http://127.0.0.1:9101/mcp', '127.0.0.1/mcp'),
    [/^shop\.yaml:11: .*must be a URL$/],
  ],
  [
    'a protocol that is not HTTP',
    spoiled('http://127.0.0.1:9101/mcp', 'file:///etc/passwd'),
    [/must be an http or https URL$/],
  ],
  ['credentials in an address', spoiled('http://127', 'http://me:secret@127'), [/must not contain credentials/]],
  [
    'something that is no e-mail address',
    spoiled('ada@example.test', 'ada'),
    [/^shop\.yaml:18: .*must be an e-mail address$/],
  ],
  [
    'an API key of another form',
    spoiled('vnb-sk-0123456789', 'sk-0123456789'),
    [/^shop\.yaml:22: .*must be vnb-sk- or vai-sk-/],
  ],
  ['an unknown status', spoiled('revoked: true', 'revoked: perhaps'), [/^shop\.yaml:25: .*must be true or false$/]],
  ['an unknown tier', spoiled('tier: paid', 'tier: golden'), [/^shop\.yaml:28: .*must be free or paid$/]],
  [
    'a tier that the app does not offer',
    spoiled('          free: { perMinute: 60, perDay: 1000, monthly: 500 }\n', '').replace('tier: paid', 'tier: free'),
    [/^shop\.yaml:27: .*acme\/search does not offer the tier "free"$/],
  ],
  [
    'an app that its publisher does not have',
    spoiled('app: acme/search', 'app: acme/serach'),
    [/^shop\.yaml:27: .*publisher acme has no app "serach"/],
  ],
  [
    'an app without publisher',
    spoiled('app: acme/search', 'app: search'),
    [/^shop\.yaml:27: .*must be "publisher\/app"$/],
  ],
  ['a time that is none', spoiled('2026-11-01T00:00:00Z', 'yesterday'), [/^shop\.yaml:29: .*must be a time such as/]],
  ['a fraction of a call', spoiled('perMinute: 60,', 'perMinute: 1.5,'), [/^shop\.yaml:13: .*must be a whole number$/]],
  [
    'an app without tiers',
    spoiled(
      '          free: { perMinute: 60, perDay: 1000, monthly: 500 }\n          paid: { price: "0.002", perMinute: 600, perDay: 100000, monthly: 1000000 }\n',
      '',
    ).replace('tiers:', 'tiers: {}'),
    [/must offer free, paid or both$/, /prices by tool need a paid tier$/],
  ],
  [
    'prices by tool without a paid tier',
    spoiled('          paid: { price: "0.002", perMinute: 600, perDay: 100000, monthly: 1000000 }\n', ''),
    [/^shop\.yaml:15: .*prices by tool need a paid tier$/, /does not offer/],
  ],
  [
    'a second buyer with the same e-mail',
    `${GOOD}  - email: ADA@example.test\n`,
    [/^shop\.yaml:30: .*this e-mail of a buyer stands in the file twice$/],
  ],
  [
    'a second publisher of the same name',
    GOOD.replace('buyers:', '  - username: acme\nbuyers:'),
    [/^shop\.yaml:17: .*this username stands in the file twice$/],
  ],
  [
    'a second key of the same name',
    spoiled('name: legacy', 'name: default'),
    [/^shop\.yaml:23: .*a key of this name stands in the file twice$/],
  ],
  [
    'the same key for two buyers',
    `${GOOD}  - email: eve@example.test\n    keys: [{ name: default, key: vnb-sk-0123456789 }]\n`,
    [/^shop\.yaml:31: .*this key stands in the file twice$/],
  ],
  [
    'a second purchase of an app',
    `${GOOD}      - app: acme/search\n        tier: free\n`,
    [/^shop\.yaml:30: .*a purchase of this app stands in the file twice$/],
  ],
  [
    'two passwords for one person',
    `${GOOD}  - email: Owner@acme.test\n    password: secret two\n`,
    [/^shop\.yaml:31: .*differs from the other password/],
  ],
  [
    'a field that stands twice',
    spoiled('payout: connected', 'payout: connected\n    payout: none'),
    [/^shop\.yaml:7: this field stands in its map twice$/],
  ],
  ['broken YAML', spoiled('tiers:', 'tiers: {'), [/^shop\.yaml:\d+: /]],
  ['an empty file', '', [/^shop\.yaml:1: must be a map$/]],
  ['a list in place of a map', '- username: acme', [/^shop\.yaml:1: must be a map$/]],
]

for (const [guarantee, text, expected] of refusals) {
  test(`${guarantee} is refused with its line`, () => {
    const faults = faultsOf(text)
    assert.ok(faults.length >= expected.length, faults.join('\n'))
    expected.forEach((pattern, index) => assert.match(faults[index] ?? '', pattern, faults.join('\n')))
  })
}

test('every fault of a file is told at once, in the order of the file', () => {
  const text = spoiled('payout: connected', 'payOut: none')
    .replace('"0.02"', '"-1"')
    .replace('name: legacy', 'name: default')
  assert.deepEqual(
    faultsOf(text).map(fault => fault.split(':')[1]),
    ['6', '16', '23'],
  )
})

test('a refused key or password is not repeated in the message', () => {
  const text = spoiled('vnb-sk-0123456789', 'top-secret-key').replace('"secret one"', '[top-secret-word]')
  const faults = faultsOf(text)
  assert.equal(faults.length, 2)
  assert.doesNotMatch(faults.join('\n'), /top-secret/)
})

test('a purchase from a publisher of an earlier file is left for billing to judge', () => {
  assert.deepEqual(faultsOf(spoiled('app: acme/search', 'app: elsewhere/search')), [])
})

test('aliases that multiply without end are refused', () => {
  const levels = Array.from({ length: 9 }, (_, n) => `x${n + 1}: &x${n + 1} [${`*x${n}, `.repeat(9)}]`)
  assert.match(faultsOf(`x0: &x0 [1]\n${levels.join('\n')}\n`)[0] ?? '', /alias/i)
})
