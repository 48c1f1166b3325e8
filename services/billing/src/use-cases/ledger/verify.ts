import { systemClock } from '@mtg/primitives'
import { type Breaches, findBreaches, onSnapshot } from '../../store/ledger/check-invariant.ts'
import { type Invariant, invariants } from '../../store/ledger/invariants.ts'
import { settledInvariants } from '../../store/ledger/settled-invariants.ts'
import type { PrismaClient } from '../../store/prisma.ts'

/** What became of the check of one invariant. */
export interface InvariantCheck {
  readonly invariant: Invariant
  readonly breaches: Breaches
}

const BREACHES_SHOWN_MAX = 20
const DURATION_MS_MAX = 120_000
const MIN_MS = 1

/**
 * Checks every invariant on one snapshot, so that calls under way cannot look like breaches. Nothing of it goes on when
 * its caller has stopped waiting: on a large ledger it is work.
 */
export function verifyLedger(prisma: PrismaClient, remainingMs: number): Promise<InvariantCheck[]> {
  const timeoutMs = Math.ceil(Math.max(MIN_MS, Math.min(remainingMs, DURATION_MS_MAX)))
  const giveUpAtMs = systemClock.monotonicMs() + timeoutMs
  return onSnapshot(prisma, timeoutMs, async tx => {
    const checks: InvariantCheck[] = []
    for (const invariant of [...invariants, ...settledInvariants]) {
      const leftMs = Math.max(MIN_MS, Math.ceil(giveUpAtMs - systemClock.monotonicMs()))
      const breaches = await findBreaches(tx, invariant, { timeoutMs: leftMs, shownMax: BREACHES_SHOWN_MAX })
      checks.push({ invariant, breaches })
    }
    return checks
  })
}
