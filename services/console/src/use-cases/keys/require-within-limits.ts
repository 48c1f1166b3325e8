import { appError } from '@mtg/errors'
import type { LimitsOfKeys } from '../../clients/key-limits.ts'
import { leftToSpend } from '../../domain/key-limits.ts'

/** A key starts no top-up of more than it, or any key above it, may still spend: `spend_limit_exceeded`. */
export async function requireWithinLimits(keyLimits: LimitsOfKeys, keyId: string, amountMicros: bigint): Promise<void> {
  const own = (await keyLimits.of([keyId])).get(keyId)
  if (own === undefined) return
  const lineage = await keyLimits.of(own.lineage)
  for (const key of lineage.values()) {
    const left = leftToSpend(key)
    if (left !== undefined && left < amountMicros) {
      throw appError('spend_limit_exceeded', {
        message: 'A key starts no top-up of more than it may still spend.',
        field: '/amount',
        detail: { limitKeyId: key.id },
      })
    }
  }
}
