import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callTool } from '@mtg/testing'
import { errorCodeOf, resultOf } from './answer.ts'
import { APP, type Buyer, EXACT_APP, FIRST_BYTE_MS } from './market.ts'
import type { ExactTool } from './publisher.ts'
import type { Random } from './random.ts'
import { runTask, type SeenTask } from './tasks.ts'

/** What became of one request, as its caller saw it. */
export interface Outcome {
  /** Whether it carried an Idempotency-Key, and so was repeated until it was answered. */
  readonly isNamed: boolean
  readonly tool: string
  /** Ids of calls whose whole result arrived. */
  readonly delivered: Set<string>
  /** Those of them that took so long that they may have begun later than is promised. */
  readonly slow: Set<string>
  /** Those of them that came as a stream. */
  readonly streamed: Set<string>
  /** Ids of calls that were answered with an error, and which. */
  readonly refused: Map<string, string>
}

/** What the callers saw. */
export interface Observed {
  readonly outcomes: Outcome[]
  /** Calls whose task's handle arrived. */
  readonly tasks: SeenTask[]
  /** Calls that were cut off without a whole answer: nobody can know from outside what became of them. */
  cutOff: number
  /** Answers that had been given before. */
  replayed: number
  /** Requests with a key that were not answered when everything was back, by what they got last. */
  readonly unanswered: string[]
  /** How often each error was answered. */
  readonly codes: Map<string, number>
}

/** How to load. */
export interface LoadOptions {
  readonly edgeUrls: readonly string[]
  readonly buyers: readonly Buyer[]
  readonly workers: number
  readonly random: Random
  /** Ends the load; requests under way are seen through. */
  readonly signal: AbortSignal
  /** Where it is written down. */
  readonly observed: Observed
}

const CALL_TIMEOUT_MS = 20_000
const PAUSE_AFTER_CUT_MS = 20
const REPEAT_PAUSE_MS = 100
const PAUSE_AFTER_CAP_MS = 100
/** How long a request may take to be answered, repetitions and outages included. */
const ANSWERED_WITHIN_MS = 120_000
const TWIN_RATIO = 0.1
const EXACT_RATIO = 0.25
const exactWishes: readonly ExactTool[] = ['keep', 'keep', 'keep', 'break', 'break', 'late']
const ECHO = 'echo'
const UNDER_WAY = 'idempotency_conflict: still under way'
/** The gateway's own troubles, and a first request that is still under way: asking again may help. */
const passing = new Set(['cut off', 'internal_error', 'database_error', 'cell_unavailable', 'overloaded', UNDER_WAY])

/** Before anything was seen. */
export const noneObserved = (): Observed => ({
  outcomes: [],
  tasks: [],
  cutOff: 0,
  replayed: 0,
  unanswered: [],
  codes: new Map(),
})

/** Calls from many workers at once until the signal, and tasks from as many. Every answer is written down. */
export async function runLoad(options: LoadOptions): Promise<void> {
  const start = (labour: typeof call) =>
    Array.from({ length: options.workers }, () => labour(options, options.random.fork(), options.observed))
  await Promise.all([...start(call), ...start(startTasks)])
}

async function call(options: LoadOptions, random: Random, observed: Observed): Promise<void> {
  const buyers = options.buyers.filter(({ kind }) => kind !== 'tasks')
  const [hot] = buyers
  while (!options.signal.aborted) {
    const buyer = random.next() < 0.5 && hot !== undefined ? hot : random.pick(buyers)
    if (buyer.usesKeys) await callCarefully(options, buyer, random, observed)
    else await callCarelessly(options, buyer, random, observed)
  }
}

async function callCarelessly(options: LoadOptions, buyer: Buyer, random: Random, observed: Observed): Promise<void> {
  const outcome = newOutcome(observed, false, toolFor(buyer, random))
  const code = await callOnce(random.pick(buyer.keys), random.pick(options.edgeUrls), {}, outcome, observed)
  if (code === 'cut off') await sleep(PAUSE_AFTER_CUT_MS)
}

/** One request under an Idempotency-Key, by two callers at once now and then, until it is answered; answers with the last code. */
export async function callCarefully(
  { edgeUrls, tool }: Pick<LoadOptions, 'edgeUrls'> & { readonly tool?: string },
  buyer: Buyer,
  random: Random,
  observed: Observed,
): Promise<string> {
  const outcome = newOutcome(observed, true, tool ?? toolFor(buyer, random))
  const headers = { 'idempotency-key': randomUUID() }
  const key = random.pick(buyer.keys)
  const seeThrough = () => repeat(() => callOnce(key, random.pick(edgeUrls), headers, outcome, observed))
  const twins = random.next() < TWIN_RATIO ? [seeThrough(), seeThrough()] : [seeThrough()]
  const codes = await Promise.all(twins)
  for (const code of codes) if (passing.has(code)) observed.unanswered.push(code)
  // Whoever is told that there is no money left asks less often.
  if (codes.includes('spend_limit_exceeded')) await sleep(PAUSE_AFTER_CAP_MS)
  return codes[0] ?? ''
}

/** One task after another; most of its time a caller of tasks waits. */
async function startTasks(options: LoadOptions, random: Random, observed: Observed): Promise<void> {
  const buyers = options.buyers.filter(({ kind }) => kind === 'tasks')
  while (!options.signal.aborted && buyers.length > 0) {
    const started = await runTask(random.pick(buyers), options.edgeUrls, random)
    if (started.kind === 'cut off') {
      observed.cutOff += 1
      await sleep(PAUSE_AFTER_CUT_MS)
    } else if (started.kind === 'refused') {
      newOutcome(observed, false, 'dig').refused.set(started.callId, started.code)
      count(observed, started.code)
    } else observed.tasks.push(started.task)
  }
}

/** A part of the calls want what was promised; keys with limits may not. */
function toolFor({ kind }: Buyer, random: Random): string {
  return kind === 'plain' && random.next() < EXACT_RATIO ? random.pick(exactWishes) : ECHO
}

function newOutcome(observed: Observed, isNamed: boolean, tool: string): Outcome {
  const outcome: Outcome = {
    isNamed,
    tool,
    delivered: new Set(),
    slow: new Set(),
    streamed: new Set(),
    refused: new Map(),
  }
  observed.outcomes.push(outcome)
  return outcome
}

const count = ({ codes }: Observed, code: string) => codes.set(code, (codes.get(code) ?? 0) + 1)

/** As a careful client does: the same request under the same key until there is an answer. */
async function repeat(ask: () => Promise<string>): Promise<string> {
  const giveUpAt = performance.now() + ANSWERED_WITHIN_MS
  for (;;) {
    const code = await ask()
    if (!passing.has(code) || performance.now() > giveUpAt) return code
    await sleep(REPEAT_PAUSE_MS)
  }
}

/** Answers with "ok", an error code or status, or "cut off". */
async function callOnce(
  key: string,
  baseUrl: string,
  headers: Record<string, string>,
  outcome: Outcome,
  observed: Observed,
): Promise<string> {
  const { tool } = outcome
  const call = { baseUrl, app: tool === ECHO ? APP : EXACT_APP, credential: key, tool, headers }
  const startedAtMs = performance.now()
  const answer = await callTool({ ...call, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }).catch(() => undefined)
  if (answer?.callId === undefined) {
    observed.cutOff += 1
    return 'cut off'
  }
  if (answer.headers['idempotency-replayed'] !== undefined) observed.replayed += 1
  if (resultOf(answer) !== undefined) {
    outcome.delivered.add(answer.callId)
    if (answer.headers['content-type']?.includes('event-stream') === true) outcome.streamed.add(answer.callId)
    if (performance.now() - startedAtMs > FIRST_BYTE_MS) outcome.slow.add(answer.callId)
    return 'ok'
  }
  const code = answer.text.includes('still under way') ? UNDER_WAY : (errorCodeOf(answer) ?? String(answer.status))
  outcome.refused.set(answer.callId, code)
  count(observed, code)
  return code
}
