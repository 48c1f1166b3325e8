import type { Answer, Balancer, Request } from './balancer.ts'
import { jwksQuery, tokenRequest, toolCall, toolList, usageQuery } from './calls.ts'
import { apps, type Buyer } from './market.ts'

/** What the callers saw. */
export interface Observed {
  /** Ids of paid calls whose whole result arrived. */
  readonly delivered: Set<string>
  /** What went wrong, and how often. */
  readonly failures: Map<string, number>
  /** Answers without a failure, paid or not. */
  answers: number
  /** Duration of each paid call that was delivered. */
  readonly durationsMs: number[]
}

/** How to load. */
export interface LoadOptions {
  readonly balancer: Balancer
  /** Buyers of `apps.open`, and of `apps.stream`. */
  readonly callers: readonly Buyer[]
  readonly listeners: readonly Buyer[]
  readonly workers: number
  /** Ends the load; calls under way finish. */
  readonly signal: AbortSignal
}

const PAUSE_AFTER_FAILURE_MS = 20
const ANSWER_LENGTH_SHOWN = 120
/** Every so many rounds a worker does something else beside its paid call. */
const OTHER_EVERY = 8

/** Paid calls from many workers at once, one after the other in each, with everything else that buyers do between. */
export async function runLoad(options: LoadOptions): Promise<Observed> {
  const observed: Observed = { delivered: new Set(), failures: new Map(), answers: 0, durationsMs: [] }
  await Promise.all(Array.from({ length: options.workers }, (_, worker) => work(worker, options, observed)))
  return observed
}

async function work(worker: number, options: LoadOptions, observed: Observed): Promise<void> {
  const caller = pick(options.callers, worker)
  const listener = pick(options.listeners, worker)
  let token = ''
  for (let round = worker; !options.signal.aborted; round += 1) {
    const startedAt = performance.now()
    const isStream = round % 5 === 0
    // A buyer has one wallet, whether the call comes with a key or a token.
    const credential = round % 3 === 0 && token !== '' ? token : caller.key
    const call = isStream ? toolCall(apps.stream, listener.key) : toolCall(apps.open, credential)
    const answer = await attempt(options.balancer, call, observed)
    if (answer?.callId !== undefined && answer.text.includes('"result"')) {
      observed.delivered.add(answer.callId)
      observed.durationsMs.push(performance.now() - startedAt)
    }
    if (round % OTHER_EVERY === 0) token = await doOther(round / OTHER_EVERY, caller, options.balancer, observed, token)
  }
}

/** Something that is not a paid call; answers with the token to use from now on. */
async function doOther(
  turn: number,
  buyer: Buyer,
  balancer: Balancer,
  observed: Observed,
  token: string,
): Promise<string> {
  const others: Request[] = [tokenRequest(buyer.key), toolList(apps.open, buyer.key), usageQuery(buyer.key), jwksQuery]
  const index = turn % others.length
  const answer = await attempt(balancer, others[index] ?? jwksQuery, observed)
  if (index !== 0 || answer === undefined) return token
  return (JSON.parse(answer.text) as { access_token: string }).access_token
}

/** Sends once; writes down whatever is not a 200. */
async function attempt(balancer: Balancer, request: Request, observed: Observed): Promise<Answer | undefined> {
  const fail = (what: string) => {
    const line = `${request.method} ${request.path}: ${what}`
    observed.failures.set(line, (observed.failures.get(line) ?? 0) + 1)
  }
  try {
    const answer = await balancer.send(request)
    if (answer.status === 200) {
      observed.answers += 1
      return answer
    }
    fail(`${answer.status} ${answer.text.slice(0, ANSWER_LENGTH_SHOWN)}`)
  } catch (thrown) {
    fail(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown))
    await new Promise(resolve => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
  }
  return undefined
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}
