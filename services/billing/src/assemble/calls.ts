import type { NatsLink } from '@mtg/events'
import { observeSplits } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { ServiceContext } from '@mtg/runtime'
import { believedMs } from '../clients/catalogue-changes.ts'
import type { BillingConfig } from '../config.ts'
import type { Reach } from '../domain/failpoints.ts'
import { batchSizes, showPending } from '../observe/call-counts.ts'
import { type CallMoves, createCallMoves } from '../store/call-moves.ts'
import { type CallsUnderWay, createCallsUnderWay, createNextHolds, type NextHolds } from '../store/hold-ahead.ts'
import { meetCall } from '../store/meet-call.ts'
import { moveCalls } from '../store/move-calls.ts'
import { aroundMeeting, aroundMove, aroundMoves } from '../store/move-failpoints.ts'
import { moveOneCall } from '../store/move-one-call.ts'
import { createRecalls } from '../store/settled/recalls.ts'
import { createTargetLookups } from '../store/target-lookups.ts'
import { createKeyFacts, type KeyFacts } from '../use-cases/reserve/key-facts.ts'
import { createMeet, type Meet } from '../use-cases/reserve/meet.ts'
import { createResolver, type Resolver } from '../use-cases/reserve/resolver.ts'
import { recallingMoves } from '../use-cases/storage/recalling-moves.ts'

type Context = ServiceContext<BillingConfig>

interface Links {
  readonly db: Database
  readonly nats: NatsLink
}

/** What calls are looked up, held and settled with. */
export interface Calls {
  readonly resolver: Resolver
  readonly keyFacts: KeyFacts
  readonly meet: Meet
  readonly moves: CallMoves
  readonly nextHolds: NextHolds
  readonly callsUnderWay: CallsUnderWay
  /** The same, also of calls that were settled long ago. */
  readonly allMoves: CallMoves
}

/** Makes them from the settings. */
export function openCalls(context: Context, links: Links, reach: Reach): Calls {
  const { config, clock } = context
  const resolver = makeResolver(context, links)
  const keyFacts = makeKeyFacts(context, links)
  const moves = makeMoves(context, links.db, reach)
  const terms = { feePpm: config.PLATFORM_FEE_PPM, reservationTtlMs: config.RESERVATION_TTL_MS }
  const ask = aroundMeeting(reach, call => meetCall(links.db, terms, call))
  return {
    resolver,
    keyFacts,
    meet: createMeet({ resolver, keyFacts, ask, moves, clock }),
    moves,
    ...makeNext(context, links.db),
    allMoves: withOldCalls(context, links.db, moves),
  }
}

function makeNext({ config, log, metrics }: Context, db: Database): Pick<Calls, 'nextHolds' | 'callsUnderWay'> {
  const options = (operation: 'next' | 'under_way', statement: string) => ({
    db,
    sizes: batchSizes(metrics, operation),
    onSplit: observeSplits(metrics, log, statement),
  })
  return {
    nextHolds: createNextHolds({ ...options('next', 'hold-next'), feePpm: config.PLATFORM_FEE_PPM }),
    callsUnderWay: createCallsUnderWay(options('under_way', 'note-under-way')),
  }
}

function makeResolver({ config, clock, log, metrics }: Context, { db, nats }: Links): Resolver {
  const sizes = batchSizes(metrics, 'resolve')
  const lookups = createTargetLookups({ db, sizes, onSplit: observeSplits(metrics, log, 'resolve-calls') })
  return createResolver({ lookUp: target => lookups.add(target), clock, cacheMs: believedMs(nats, config) })
}

function makeKeyFacts({ config, clock, log, metrics }: Context, { db, nats }: Links): KeyFacts {
  const onSplit = observeSplits(metrics, log, 'key-rules')
  const sizes = batchSizes(metrics, 'key_rules')
  return createKeyFacts({ db, clock, keepMs: believedMs(nats, config), sizes, onSplit })
}

function makeMoves({ config, log, metrics }: Context, db: Database, reach: Reach): CallMoves {
  const feePpm = config.PLATFORM_FEE_PPM
  const moves = createCallMoves({
    run: aroundMoves(reach, batch => moveCalls(db, feePpm, batch)),
    runAlone: aroundMove(reach, move => moveOneCall(db, feePpm, move)),
    sizes: batchSizes(metrics, 'move'),
    onSplit: observeSplits(metrics, log, 'move-calls'),
  })
  showPending(metrics, { move: () => moves.pending })
  return moves
}

function withOldCalls({ clock, log, metrics }: Context, db: Database, moves: CallMoves): CallMoves {
  const recalls = createRecalls(db, observeSplits(metrics, log, 'recall-calls'))
  return recallingMoves(moves, callId => recalls.add(callId), clock)
}
