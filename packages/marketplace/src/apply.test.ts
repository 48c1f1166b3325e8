import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { auth, billing } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { applyMarketplace, IncompleteApplyError, MarketplaceError, parseMarketplace } from './index.ts'

const TEXT = `
publishers:
  - username: acme
    payout: connected
    apps:
      - name: search
        adapter: mcp
        upstream: http://127.0.0.1:9101/mcp
        tiers:
          paid: { price: "0.002", perMinute: 600, perDay: 100000, monthly: 1000000 }
buyers:
  - email: ada@example.test
    wallet: "25.00"
    keys: [{ name: default }]
    purchases:
      - { app: acme/search, tier: paid }
      - { app: elsewhere/search, tier: free }
`

/** Two ends that note what they are asked, and fail where a test wants them to. */
function createEnds(fail: {
  auth?: Error
  limits?: Error
  billing?: (request: billing.ApplyCatalogRequest) => Error | undefined
}) {
  const asked: string[] = []
  const catalogs: billing.ApplyCatalogRequest[] = []
  const limits: billing.SetKeyLimitsRequest[] = []
  return {
    asked,
    limits,
    catalogs,
    auth: {
      ApplyAccounts: async (request: auth.ApplyAccountsRequest) => {
        asked.push(`auth ${request.validateOnly ? 'check' : 'apply'}`)
        if (fail.auth) throw fail.auth
        const generatedKeys = request.validateOnly ? [] : [{ name: 'default', key: 'vnb-sk-made-just-now' }]
        const buyerId = request.validateOnly ? '' : 'id-of-ada'
        const keys = (request.buyers?.[0]?.keys ?? []).map(key => ({
          name: key.name ?? '',
          keyId: `id-of-${key.name}`,
          ancestorIds: key.parent ? [`id-of-${key.parent}`] : [],
          limitsChanged: key.limitsDigest !== '',
        }))
        const buyer = { email: 'ada@example.test', buyerId, generatedKeys, deleted: false, keys }
        return { buyers: [buyer], changedCount: 1, keptBack: ['buyer ada stays suspended'] }
      },
    },
    keyLimits: {
      ApplyKeyLimits: async ({ keys = [] }: billing.ApplyKeyLimitsRequest) => {
        asked.push(`limits of ${keys.map(key => key.name).join(' and ')}`)
        limits.push(...keys)
        if (fail.limits) throw fail.limits
        return {}
      },
    },
    billing: {
      ApplyCatalog: async (request: billing.ApplyCatalogRequest) => {
        asked.push(`billing ${request.validateOnly ? 'check' : 'apply'}`)
        catalogs.push(request)
        const failure = fail.billing?.(request)
        if (failure) throw failure
        return { changedCount: 4, keptBack: ['publisher acme stays suspended'] }
      },
    },
  }
}

const marketplace = parseMarketplace(TEXT, { file: 'shop.yaml' })

test('both services check the file before either applies it, and billing gets the ids that auth gave', async () => {
  const ends = createEnds({})
  const applied = await applyMarketplace({ marketplace, ...ends })
  assert.deepEqual(ends.asked, ['auth check', 'billing check', 'auth apply', 'billing apply'])
  assert.deepEqual(ends.catalogs[1]?.buyers?.[0], {
    buyerId: 'id-of-ada',
    email: 'ada@example.test',
    openingBalanceMicros: '25000000',
    purchases: ['acme/search', 'elsewhere/search'].map((app, index) => ({
      app,
      tier: ['TIER_PAID', 'TIER_FREE'][index],
      status: 'PURCHASE_STATUS_ACTIVE',
      startedAt: null,
      renews: true,
      used: 0,
    })),
  })
  assert.deepEqual(applied, {
    changedCount: 5,
    generatedKeys: [{ email: 'ada@example.test', name: 'default', key: 'vnb-sk-made-just-now' }],
    keptBack: ['buyer ada stays suspended', 'publisher acme stays suspended'],
  })
})

test('a file that billing refuses is not applied to auth either, and the refusal names the line', async () => {
  const refusal = appError('invalid_argument', { message: 'app "elsewhere/search" of a purchase does not exist.' })
  const ends = createEnds({ billing: () => refusal })
  await assert.rejects(
    applyMarketplace({ marketplace, ...ends }),
    (error: unknown) =>
      error instanceof MarketplaceError &&
      error.message === 'shop.yaml:17: app "elsewhere/search" of a purchase does not exist.',
  )
  assert.deepEqual(ends.asked, ['auth check', 'billing check'])
})

test('a service that is away is no fault of the file', async () => {
  const ends = createEnds({ auth: appError('database_error') })
  await assert.rejects(applyMarketplace({ marketplace, ...ends }), { code: 'database_error' })
})

test('keys that were made are not lost when billing fails at the last moment', async () => {
  const ends = createEnds({
    billing: request => (request.validateOnly ? undefined : appError('database_error')),
  })
  await assert.rejects(
    applyMarketplace({ marketplace, ...ends }),
    (error: unknown) => error instanceof IncompleteApplyError && error.generatedKeys[0]?.key === 'vnb-sk-made-just-now',
  )
})

const LIMITED = TEXT.replace(
  'keys: [{ name: default }]',
  `keys:
      - { name: agent, parent: default, limits: { total: 0.05, apps: [acme/search], loop: { calls: 5, seconds: 60 } } }
      - { name: default, limits: { perDay: 1.10, expiresAt: "2027-01-01T00:00:00Z" } }
      - { name: free }`,
)

test('limits are set before the keys are made, parents first, under the ids that the keys have', async () => {
  const ends = createEnds({})
  await applyMarketplace({ marketplace: parseMarketplace(LIMITED, { file: 'shop.yaml' }), ...ends })
  assert.deepEqual(ends.asked.slice(0, 4), ['auth check', 'billing check', 'limits of default and agent', 'auth apply'])
  const [parent, child] = ends.limits
  assert.deepEqual([parent?.limits?.perDayMicros, parent?.parentKeyId], ['1100000', ''])
  assert.deepEqual([child?.keyId, child?.parentKeyId], ['id-of-agent', 'id-of-default'])
  assert.deepEqual(child?.limits, {
    totalMicros: '50000',
    apps: ['acme/search'],
    tools: [],
    loop: { calls: 5, seconds: 60 },
  })
})

test('a file whose limits billing refuses is not applied at all, and the refusal names the line', async () => {
  const ends = createEnds({ limits: appError('invalid_argument', { message: 'limits of "agent" are too wide.' }) })
  await assert.rejects(
    applyMarketplace({ marketplace: parseMarketplace(LIMITED, { file: 'shop.yaml' }), ...ends }),
    (error: unknown) => error instanceof MarketplaceError && error.message.startsWith('shop.yaml:'),
  )
  assert.deepEqual(ends.asked, ['auth check', 'billing check', 'limits of default and agent'])
})
