import { randomUUID } from 'node:crypto'
import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { LIMITS } from './harness.ts'

/** KeyLimitsService of a billing process, with what tests ask of it. */
export function openKeys(address: string) {
  const client = createClient(services.billing.KeyLimitsService, { address })
  return {
    client,
    /** Sets limits of a key, which is new unless its id is given; answers with that. */
    async set(
      buyerId: string,
      limits: billing.KeyLimits,
      key: { keyId?: string; name?: string; parent?: string } = {},
    ): Promise<string> {
      const { keyId = randomUUID(), name = 'agent', parent = '' } = key
      await client.SetKeyLimits({ buyerId, keyId, name, parentKeyId: parent, limits }, LIMITS)
      return keyId
    },
    /** What is used of a key's limits. */
    async spending(keyId: string) {
      const { keys } = await client.GetKeyLimits({ keyIds: [keyId] }, LIMITS)
      return spendingOf(keys[0]?.spending ?? null)
    },
    /** The same of several keys. */
    async spendings(keyIds: string[]) {
      const { keys } = await client.GetKeyLimits({ keyIds }, LIMITS)
      return new Map(keys.map(({ keyId, spending }) => [keyId, spendingOf(spending)]))
    },
    close: () => client.close(),
  }
}

function spendingOf(spending: billing.KeySpending__Output | null) {
  const { totalMicros = '-1', todayMicros = '-1', last30DaysMicros = '-1', openCalls = -1 } = spending ?? {}
  return {
    total: BigInt(totalMicros),
    today: BigInt(todayMicros),
    last30Days: BigInt(last30DaysMicros),
    open: Number(openCalls),
  }
}
