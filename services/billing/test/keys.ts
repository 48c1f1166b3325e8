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
    async spending(keyId: string): Promise<{ total: bigint; today: bigint; last30Days: bigint; open: number }> {
      const { keys } = await client.GetKeyLimits({ keyIds: [keyId] }, LIMITS)
      const {
        totalMicros = '-1',
        todayMicros = '-1',
        last30DaysMicros = '-1',
        openCalls = -1,
      } = keys[0]?.spending ?? {}
      return {
        total: BigInt(totalMicros),
        today: BigInt(todayMicros),
        last30Days: BigInt(last30DaysMicros),
        open: Number(openCalls),
      }
    },
    /** What several keys have spent, whatever the day. */
    async spendings(keyIds: string[]): Promise<Map<string, { total: bigint; last30Days: bigint; open: number }>> {
      const { keys } = await client.GetKeyLimits({ keyIds }, LIMITS)
      return new Map(
        keys.map(({ keyId, spending }) => {
          const { totalMicros = '-1', last30DaysMicros = '-1', openCalls = -1 } = spending ?? {}
          return [keyId, { total: BigInt(totalMicros), last30Days: BigInt(last30DaysMicros), open: Number(openCalls) }]
        }),
      )
    },
    close: () => client.close(),
  }
}
