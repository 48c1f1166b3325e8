import { setTimeout as sleep } from 'node:timers/promises'
import { callTool } from '@mtg/testing'

/** A buyer who can pay for so many calls, and what came of them. */
export interface Spender {
  readonly email: string
  readonly key: string
  /** Answers that were paid for. */
  delivered: number
}

/** How a buyer's money is spent. */
export interface SpendOptions {
  readonly baseUrl: string
  readonly app: string
  /** For so many calls there is money. */
  readonly affordable: number
  /** Counts refusals and cut-offs, by code. */
  readonly codes: Map<string, number>
  /** Ends it early. */
  readonly signal: AbortSignal
}

const CALLERS = 2
const PAUSE_MS = 150
const CALL_TIMEOUT_MS = 20_000

/** Calls until all has been delivered that the money pays for, several calls at once. */
export async function spend(spender: Spender, options: SpendOptions): Promise<void> {
  const caller = async () => {
    while (spender.delivered < options.affordable && !options.signal.aborted) {
      await callOnce(spender, options)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** Makes one call; answers with its code, empty when it was delivered. */
export async function callOnce(spender: Spender, { baseUrl, app, codes }: SpendOptions): Promise<string> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const code = await callTool({ baseUrl, app, credential: spender.key, tool: 'echo', signal }).then(
    answer => (answer.status === 200 ? '' : (answer.code ?? String(answer.status))),
    () => 'cut off',
  )
  if (code === '') spender.delivered += 1
  else codes.set(code, (codes.get(code) ?? 0) + 1)
  return code
}
