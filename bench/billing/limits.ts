import { randomUUID } from 'node:crypto'
import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { type Constellation, startConstellation } from '@mtg/testing'
import { medianBy } from '../median.ts'
import { areReached, type Goal, verdicts } from '../verdicts.ts'
import { type Load, measurePairs, type Payer, printFigures } from './measure.ts'
import { seedBuyers } from './paid-calls.ts'

const KEYS = 1000
const KEYS_AT_ONCE = 50
const GOALS = { limitedOfUnlimited: 0.95, oneParentOfThousand: 0.8 }
const TIMEOUT = { timeoutMs: 60_000 }
/** Every kind of cap, and none that is ever reached. */
const LIMITS: billing.KeyLimits = {
  totalMicros: '900000000000',
  perDayMicros: '900000000000',
  per30DaysMicros: '900000000000',
  maxPriceMicros: '1000000',
  concurrent: 10_000,
}

/** What limits of keys cost, in turns with calls without them; true when the goals are reached. */
export async function measureLimits(load: Load, options: { rounds: number; json: boolean }): Promise<boolean> {
  const gateway = await startConstellation({ ownServers: true, services: ['billing'], env: { LOG_LEVEL: 'warn' } })
  try {
    const cases = await seedCases(gateway)
    const runs = cases.map(() => [] as Awaited<ReturnType<typeof measurePairs>>[])
    for (let round = 0; round < options.rounds; round += 1) {
      for (const [index, { name, payers }] of cases.entries()) {
        runs[index]?.push(await measurePairs(gateway, name, payers, load))
      }
    }
    await gateway.verifyLedger()
    const figures = runs.map(ofCase => medianBy(ofCase, run => run.pairsPerSecond))
    const [keyless = 0, limited = 0, unlimited = 0, thousand = 0, one = 0] = figures.map(
      ({ pairsPerSecond }) => pairsPerSecond,
    )
    const goals: Goal[] = [
      {
        what: 'keys with every limit, of keys without',
        figure: limited / unlimited,
        atLeast: GOALS.limitedOfUnlimited,
      },
      { what: 'one parent of a thousand', figure: one / thousand, atLeast: GOALS.oneParentOfThousand },
    ]
    if (options.json) console.log(JSON.stringify({ figures, goals, reached: areReached(goals) }, null, 2))
    else {
      printFigures(figures)
      for (const line of verdicts(goals)) console.log(line)
      console.log(`keys with every limit, of calls that name no key: ${(limited / keyless).toFixed(2)}`)
    }
    return areReached(goals)
  } finally {
    await gateway.stop()
  }
}

interface Case {
  readonly name: string
  readonly payers: readonly Payer[]
}

async function seedCases(gateway: Constellation): Promise<Case[]> {
  const buyers = await seedBuyers(gateway, KEYS)
  const [hotBuyer = ''] = buyers
  const client = createClient(services.billing.KeyLimitsService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  const add = async (buyerId: string, parentKeyId = ''): Promise<string> => {
    const keyId = randomUUID()
    await client.SetKeyLimits({ buyerId, keyId, name: 'bench', parentKeyId, limits: LIMITS }, TIMEOUT)
    return keyId
  }
  const parent = await add(hotBuyer)
  const limited: Payer[] = []
  const [ofOne, ofThousand]: [Payer[], Payer[]] = [[], []]
  // Some at once: one after the other, thousands of keys take longer than what they are made for.
  for (let first = 0; first < KEYS; first += KEYS_AT_ONCE) {
    const some = buyers.slice(first, first + KEYS_AT_ONCE)
    limited.push(...(await Promise.all(some.map(async buyerId => ({ buyerId, keyId: await add(buyerId) })))))
    const children = (parentOf: () => Promise<string>) =>
      Promise.all(some.map(async () => ({ buyerId: hotBuyer, keyId: await add(hotBuyer, await parentOf()) })))
    ofOne.push(...(await children(async () => parent)))
    ofThousand.push(...(await children(() => add(hotBuyer))))
  }
  client.close()
  return [
    { name: '1,000 wallets, no key', payers: buyers.map(buyerId => ({ buyerId })) },
    { name: '1,000 wallets, limits on every key', payers: limited },
    { name: '1,000 wallets, keys without limits', payers: buyers.map(buyerId => ({ buyerId, keyId: randomUUID() })) },
    { name: '1 wallet, 1,000 keys of 1,000 parents', payers: ofThousand },
    { name: '1 wallet, 1,000 keys of one parent', payers: ofOne },
  ]
}
