import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callTool } from '@mtg/testing'
import type { Buyer } from './market.ts'
import { APP } from './market.ts'
import type { Random } from './random.ts'

/** What became of one request, as its caller saw it. */
export interface Outcome {
  /** Whether it carried an Idempotency-Key, and so was repeated until it was answered. */
  readonly isNamed: boolean
  /** Ids of calls whose whole result arrived. */
  readonly delivered: Set<string>
  /** Ids of calls that were answered with an error, and which. */
  readonly refused: Map<string, string>
}

/** What the callers saw. */
export interface Observed {
  readonly outcomes: Outcome[]
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
}

const CALL_TIMEOUT_MS = 20_000
const PAUSE_AFTER_CUT_MS = 20
const REPEAT_PAUSE_MS = 100
/** How long a request may take to be answered, repetitions and outages included. */
const ANSWERED_WITHIN_MS = 120_000
const TWIN_RATIO = 0.1
const UNDER_WAY = 'idempotency_conflict: still under way'
/** The gateway's own troubles, and a first request that is still under way: asking again may help. */
const passing = new Set(['cut off', 'internal_error', 'database_error', 'overloaded', UNDER_WAY])

/** Calls from many workers at once until the signal. Every answer is written down. */
export async function runLoad(options: LoadOptions): Promise<Observed> {
  const observed: Observed = { outcomes: [], cutOff: 0, replayed: 0, unanswered: [], codes: new Map() }
  await Promise.all(Array.from({ length: options.workers }, () => work(options, options.random.fork(), observed)))
  return observed
}

async function work(options: LoadOptions, random: Random, observed: Observed): Promise<void> {
  const [hot] = options.buyers
  while (!options.signal.aborted) {
    const buyer = random.next() < 0.5 && hot !== undefined ? hot : random.pick(options.buyers)
    const outcome: Outcome = { isNamed: buyer.usesKeys, delivered: new Set(), refused: new Map() }
    observed.outcomes.push(outcome)
    const ask = () => callOnce(buyer, random.pick(options.edgeUrls), {}, outcome, observed)
    if (!buyer.usesKeys) {
      if ((await ask()) === 'cut off') await sleep(PAUSE_AFTER_CUT_MS)
      continue
    }
    const headers = { 'idempotency-key': randomUUID() }
    const seeThrough = () => repeat(() => callOnce(buyer, random.pick(options.edgeUrls), headers, outcome, observed))
    const twins = random.next() < TWIN_RATIO ? [seeThrough(), seeThrough()] : [seeThrough()]
    for (const code of await Promise.all(twins)) if (passing.has(code)) observed.unanswered.push(code)
  }
}

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
  { key }: Buyer,
  baseUrl: string,
  headers: Record<string, string>,
  outcome: Outcome,
  observed: Observed,
): Promise<string> {
  const call = { baseUrl, app: APP, credential: key, tool: 'echo', headers }
  const answer = await callTool({ ...call, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }).catch(() => undefined)
  if (answer?.callId === undefined) {
    observed.cutOff += 1
    return 'cut off'
  }
  if (answer.headers['idempotency-replayed'] !== undefined) observed.replayed += 1
  if (hasResult(answer)) {
    outcome.delivered.add(answer.callId)
    return 'ok'
  }
  const code = answer.text.includes('still under way') ? UNDER_WAY : (errorCodeOf(answer) ?? String(answer.status))
  outcome.refused.set(answer.callId, code)
  observed.codes.set(code, (observed.codes.get(code) ?? 0) + 1)
  return code
}

/** A JSON-RPC error inside a 200 is an answer that costs nothing. */
function hasResult(answer: Answer): boolean {
  const message = messageOf(answer)
  return message !== undefined && 'result' in message
}

/** The gateway's code, which a stream that has begun carries in its last event. */
function errorCodeOf(answer: Answer): string | undefined {
  const { error } = (messageOf(answer) ?? {}) as { error?: { data?: { code?: string } } }
  return answer.code ?? error?.data?.code
}

/** The whole body, or the last event of a stream. */
function messageOf({ json, text }: Answer): object | undefined {
  if (typeof json === 'object' && json !== null) return json
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return last.startsWith('data: ') ? (JSON.parse(last.slice('data: '.length)) as object) : undefined
}
