import { setTimeout as pause } from 'node:timers/promises'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { type Lease, takeLease } from '../../store/reconciliation-lease.ts'

const ASK_AGAIN_MS = 100

/** Takes the lease as soon as it is free; `overloaded` when it is not within that time. */
export async function awaitLease(db: Database, timeoutMs: number): Promise<Lease> {
  const giveUpAtMs = performance.now() + timeoutMs
  for (;;) {
    const lease = await takeLease(db)
    if (lease !== undefined) return lease
    if (performance.now() > giveUpAtMs) {
      throw appError('overloaded', { detail: { reason: 'another process reconciles' } })
    }
    await pause(ASK_AGAIN_MS)
  }
}
