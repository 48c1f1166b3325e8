import { callTool } from '@mtg/testing'
import type { Buyer } from './market.ts'
import { APP } from './market.ts'
import type { Random } from './random.ts'

/** What the callers saw. */
export interface Observed {
  /** Ids of calls whose whole result arrived. */
  readonly delivered: Set<string>
  /** Ids of calls that were answered with an error. */
  readonly refused: Map<string, string>
  /** Calls that were cut off without a whole answer: nobody can know from outside what became of them. */
  cutOff: number
}

/** How to load. */
export interface LoadOptions {
  readonly edgeUrls: readonly string[]
  readonly buyers: readonly Buyer[]
  readonly workers: number
  readonly random: Random
  /** Ends the load; calls under way finish. */
  readonly signal: AbortSignal
}

const CALL_TIMEOUT_MS = 20_000
const PAUSE_AFTER_CUT_MS = 20

/** Calls from many workers at once until the signal. Every answer is written down. */
export async function runLoad(options: LoadOptions): Promise<Observed> {
  const observed: Observed = { delivered: new Set(), refused: new Map(), cutOff: 0 }
  await Promise.all(Array.from({ length: options.workers }, () => work(options, options.random.fork(), observed)))
  return observed
}

async function work(options: LoadOptions, random: Random, observed: Observed): Promise<void> {
  const [hot] = options.buyers
  while (!options.signal.aborted) {
    const buyer = random.next() < 0.5 && hot !== undefined ? hot : random.pick(options.buyers)
    const call = { baseUrl: random.pick(options.edgeUrls), app: APP, credential: buyer.key, tool: 'echo' }
    try {
      const answer = await callTool({ ...call, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
      if (answer.callId === undefined) observed.cutOff += 1
      else if (hasResult(answer.json)) observed.delivered.add(answer.callId)
      else observed.refused.set(answer.callId, answer.code ?? String(answer.status))
    } catch {
      observed.cutOff += 1
      await new Promise(resolve => setTimeout(resolve, PAUSE_AFTER_CUT_MS))
    }
  }
}

/** A JSON-RPC error inside a 200 is an answer that costs nothing. */
function hasResult(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'result' in json
}
