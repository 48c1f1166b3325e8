import type { Clock } from '@mtg/primitives'
import type { Call } from '../../domain/call.ts'
import { mayHaveLeft } from '../../domain/settled-call.ts'
import type { CallMoves } from '../../store/call-moves.ts'
import type { MetCall } from '../../store/meet-call.ts'
import type { KeyFacts } from './key-facts.ts'
import type { Resolver } from './resolver.ts'

/** Looks a call up of whose target nothing is remembered, and holds its price at once; undefined where that is no use. */
export type Meet = (call: Call) => Promise<MetCall | undefined>

/** What is remembered, and who asks the database. */
export interface MeetOptions {
  readonly resolver: Resolver
  readonly keyFacts: KeyFacts
  readonly ask: (call: Call) => Promise<MetCall | undefined>
  readonly moves: Pick<CallMoves, 'pending'>
  readonly clock: Clock
}

/** With more under way, look-ups and holds of many calls share statements, which is cheaper. */
const UNDER_WAY_MAX = 4

/** A call of somebody who calls rarely waits for the database once: it is looked up and held in one statement of its own. */
export function createMeet({ resolver, keyFacts, ask, moves, clock }: MeetOptions): Meet {
  let underWay = 0

  async function meet(call: Call): Promise<MetCall | undefined> {
    const knowTarget = resolver.learn(call)
    const { keyId, buyerId } = call
    const knowRules = keyId === null ? undefined : keyFacts.learnRules({ keyId, buyerId })
    underWay += 1
    try {
      const met = await ask(call)
      if (met === undefined) return undefined
      knowTarget(met.target)
      if (!met.isRuled) knowRules?.([])
      return met
    } finally {
      underWay -= 1
    }
  }

  const isOrdinary = ({ isBillable, maxPriceMicros, callId }: Call) =>
    isBillable && maxPriceMicros === null && !mayHaveLeft(callId, clock.nowMs())
  return async call => {
    if (underWay + moves.pending >= UNDER_WAY_MAX || !isOrdinary(call) || resolver.isKnown(call)) return undefined
    return await meet(call)
  }
}
