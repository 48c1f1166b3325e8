import type { Constellation } from '@mtg/testing'
import { eventually } from '@mtg/testing'
import type { CappedKey } from './caps.ts'
import type { Observed, Outcome } from './load.ts'
import type { Buyer } from './market.ts'
import { excusedCalls, isBreaking, judgePromises, type PromiseVerdict } from './promises.ts'
import type { Fate } from './publisher.ts'
import type { SeenTask } from './tasks.ts'

/** What the system says afterwards, held against what the callers saw. */
export interface Verdict extends PromiseVerdict {
  readonly delivered: number
  readonly refused: number
  readonly cutOff: number
  readonly replayed: number
  readonly captured: number
  readonly corrected: number
  readonly expired: number
  /**
   * Requests with a key whose streamed result arrived, whose edge could not say so in time, and which a move of the buyer therefore gave
   * back. Nobody but that edge knows that it has left.
   */
  readonly givenBackInDoubt: number
  readonly codes: ReadonlyMap<string, number>
  /** Requests with a key that were never answered, by what they got last. Must be none. */
  readonly unanswered: readonly string[]
  /** Requests whose result arrived, broke no promise and was not charged. Must be 0. */
  readonly deliveredNotBilled: string[]
  /** Calls that were answered with an error and captured all the same. Must be 0. */
  readonly refusedButBilled: string[]
  /** Requests of which two calls stayed charged. Must be 0. */
  readonly billedTwice: string[]
  /** Captured calls of callers who repeat what is cut off, and whose answer nobody got. Must be 0. */
  readonly billedNotDelivered: string[]
  /** Captured calls of callers without keys who were cut off after the capture. Such a caller cannot ask again. */
  readonly billedAndCutOff: number
  /** Calls whose task's handle arrived. */
  readonly tasks: number
  /** Of them, results that nobody fetched and that were charged when the gateway asked for them. */
  readonly fetchedByGateway: number
  /** Tasks whose completed result was delivered, or that were paid on acceptance and handed over, and not charged. Must be none. */
  readonly unpaidTasks: readonly string[]
  /** Tasks that were charged and never completed. Must be none. */
  readonly paidForNothing: readonly string[]
  /** Tasks that nobody knew of before their time was over. Must be none. */
  readonly lostTasks: readonly string[]
  /** Usage records without captured call, and the reverse, after reconciling. Must be 0. */
  readonly usageMismatch: string[]
}

/** A resolved call. */
export interface ResolvedCall {
  readonly callId: string
  readonly buyerId: string
  /** "publisher/app". */
  readonly app: string
  readonly tool: string
  readonly state: string
  /** Why it was not charged, where there is a word for it. */
  readonly outcome: string
  readonly corrected: boolean
}

/** Looks into the database. */
export interface Witness {
  reservations(): Promise<ResolvedCall[]>
  /** Keys with limits or above such; without those whose buyer was moved while it was looked. */
  cappedKeys(): Promise<CappedKey[]>
  /** Lets holds end whose tasks are over and never reached their buyers. */
  endGrace(): Promise<void>
  /** All that the books of each cell say of a call and of its buyer's moves: a line each. */
  tell(callId: string): Promise<string[]>
  /** Refunds, payouts, paid top-ups, events and moves that nobody has seen through yet. */
  unfinishedTransfers(): Promise<number>
}

/** What is known beside what the callers saw. */
export interface Evidence {
  readonly witness: Witness
  /** Whether buyers were moved between cells. */
  readonly hasMoves: boolean
  /** How a task ended, or will; undefined: there is none. */
  readonly fateOf: (taskId: string) => Fate | undefined
}

const SETTLE_TIMEOUT_MS = 60_000

/** Waits until nothing is under way, reconciles, and compares. Rejects when an invariant is broken. */
export async function judge(
  gateway: Constellation,
  buyers: readonly Buyer[],
  observed: Observed,
  { witness, hasMoves, fateOf }: Evidence,
): Promise<Verdict> {
  const reservations = await untilSettled(witness)
  await gateway.verifyLedger()

  const billed = new Map(
    reservations.filter(row => row.state === 'captured' && !row.corrected).map(row => [row.callId, row.buyerId]),
  )
  const usageMismatch = await untilReconciled(gateway, buyers, new Set(billed.keys()))
  const { outcomes, cutOff, replayed, unanswered, codes } = observed
  const delivered = new Set(outcomes.flatMap(outcome => [...outcome.delivered]))
  const handedOver = new Set(observed.tasks.map(task => task.callId))
  const careful = new Set(
    await Promise.all(buyers.filter(buyer => buyer.usesKeys).map(buyer => gateway.buyerId(buyer.email))),
  )
  const inDoubt = hasMoves ? callsInDoubt(outcomes, reservations) : new Set<string>()
  const unclaimed = [...billed].filter(([callId]) => !delivered.has(callId) && !handedOver.has(callId))
  return {
    delivered: delivered.size,
    refused: outcomes.reduce((sum, outcome) => sum + outcome.refused.size, 0),
    cutOff,
    replayed,
    unanswered,
    codes,
    captured: billed.size,
    corrected: reservations.filter(row => row.corrected).length,
    expired: reservations.filter(row => row.state === 'expired').length,
    ...heldAgainst(billed, outcomes, new Set([...excusedCalls(outcomes, reservations), ...inDoubt])),
    givenBackInDoubt: inDoubt.size,
    ...judgePromises(billed, outcomes, reservations),
    ...judgeTasks(billed, observed.tasks, fateOf),
    billedNotDelivered: unclaimed.filter(([, buyerId]) => careful.has(buyerId)).map(([callId]) => callId),
    billedAndCutOff: unclaimed.filter(([, buyerId]) => !careful.has(buyerId)).length,
    usageMismatch,
  }
}

/** What a move has given back of streams that arrived. */
function callsInDoubt(outcomes: readonly Outcome[], reservations: readonly ResolvedCall[]): ReadonlySet<string> {
  const streamed = new Set(outcomes.filter(({ isNamed }) => isNamed).flatMap(outcome => [...outcome.streamed]))
  const lapsed = reservations.filter(({ corrected, outcome }) => corrected && outcome === 'idempotency_lease_lapsed')
  return new Set(lapsed.map(({ callId }) => callId).filter(callId => streamed.has(callId)))
}

function heldAgainst(billed: ReadonlyMap<string, string>, outcomes: readonly Outcome[], excused: ReadonlySet<string>) {
  const billedOf = ({ delivered }: Outcome) => [...delivered].filter(callId => billed.has(callId))
  const nameOf = ({ delivered }: Outcome) => [...delivered].join(' and ')
  return {
    // A request that was carried out twice, because its first edge fell silent, is charged for one of the two.
    deliveredNotBilled: outcomes
      .filter(outcome => outcome.delivered.size > 0 && billedOf(outcome).length === 0 && !isBreaking(outcome))
      .filter(({ delivered }) => ![...delivered].some(callId => excused.has(callId)))
      .map(nameOf),
    billedTwice: outcomes.filter(outcome => billedOf(outcome).length > 1).map(nameOf),
    refusedButBilled: outcomes.flatMap(({ refused, delivered }) =>
      [...refused]
        .filter(([callId]) => billed.has(callId) && !delivered.has(callId))
        .map(([callId, code]) => `${callId} (${code})`),
    ),
  }
}

function judgeTasks(
  billed: ReadonlyMap<string, string>,
  tasks: readonly SeenTask[],
  fateOf: Evidence['fateOf'],
): Pick<Verdict, 'tasks' | 'fetchedByGateway' | 'unpaidTasks' | 'paidForNothing' | 'lostTasks'> {
  const isBilled = ({ callId }: SeenTask) => billed.has(callId)
  const isDue = ({ isPrepaid, end }: SeenTask) => isPrepaid || end === 'completed'
  const namesOf = (some: readonly SeenTask[]) => some.map(task => `${task.callId} (${fateOf(task.taskId)})`)
  const paidLater = tasks.filter(task => !task.isPrepaid && isBilled(task))
  return {
    tasks: tasks.length,
    fetchedByGateway: paidLater.filter(task => task.end === undefined).length,
    unpaidTasks: namesOf(tasks.filter(task => isDue(task) && !isBilled(task))),
    paidForNothing: namesOf(paidLater.filter(task => fateOf(task.taskId) !== 'completed')),
    lostTasks: namesOf(tasks.filter(task => task.isLost)),
  }
}

function untilSettled(witness: Witness): Promise<ResolvedCall[]> {
  return eventually(async () => {
    await witness.endGrace()
    const rows = await witness.reservations()
    const open = rows.filter(row => row.state === 'open').length
    if (open > 0) throw new Error(`${open} reservations are still open`)
    const unfinished = await witness.unfinishedTransfers()
    if (unfinished > 0) throw new Error(`${unfinished} transfers are not finished`)
    return rows
  }, SETTLE_TIMEOUT_MS)
}

/** Empty, or it rejects. */
function untilReconciled(
  gateway: Constellation,
  buyers: readonly Buyer[],
  captured: ReadonlySet<string>,
): Promise<string[]> {
  return eventually(async () => {
    await gateway.reconcile()
    const recorded = await recordedCalls(gateway, buyers)
    const mismatch = differences(captured, recorded)
    if (mismatch.length > 0) {
      throw new Error(`usage differs from captured calls: ${mismatch.slice(0, 5).join(', ')} (${mismatch.length})`)
    }
    return mismatch
  }, SETTLE_TIMEOUT_MS)
}

async function recordedCalls(gateway: Constellation, buyers: readonly Buyer[]): Promise<Set<string>> {
  const calls = new Set<string>()
  for (const { email } of buyers) {
    for (const callId of await gateway.usageCallIds(email)) calls.add(callId)
  }
  return calls
}

function differences(captured: ReadonlySet<string>, recorded: ReadonlySet<string>): string[] {
  const missing = [...captured].filter(callId => !recorded.has(callId)).map(callId => `${callId} has no record`)
  const surplus = [...recorded].filter(callId => !captured.has(callId)).map(callId => `${callId} was not captured`)
  return [...missing, ...surplus]
}
