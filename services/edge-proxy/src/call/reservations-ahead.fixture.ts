import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import type { ReserveRequest } from '../clients/billing.ts'
import type { TermsAhead } from '../clients/reservation-terms.ts'
import { ReservationsAhead } from './reservations-ahead.ts'

/** What billing says of reservations. */
export const USABLE_MS = 1_000
const CALLS = 60

/** A call of the buyer's. */
export const callOf = (changes: Partial<ReserveRequest> = {}): ReserveRequest => ({
  callId: 'own',
  buyerId: 'buyer',
  adapter: 'mcp',
  publisherUsername: 'acme',
  appName: 'search',
  billable: true,
  toolName: 'lookup',
  keyId: 'key',
  name: '',
  maxPriceMicros: undefined,
  argumentsDigest: Buffer.alloc(0),
  withPrices: false,
  ...changes,
})

/** What billing makes. */
export const made: TermsAhead = {
  terms: {
    callId: '',
    isOpen: true,
    tier: 'paid',
    purchaseId: 'purchase',
    appId: 'app',
    upstream: {
      url: 'http://publisher.example',
      credential: 'k',
      timeoutMs: 1,
      chargeToolErrors: false,
      chargeAbandoned: false,
      chargeTasksOnAcceptance: false,
      promises: { outputSchema: false, firstByteMs: undefined },
    },
    prices: undefined,
  },
  usableMs: USABLE_MS,
  places: { appId: 'app', minute: '1', day: '1' },
}

/** What is to be asked or given back has been by then. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate)
}

/** Billing answers as the test says, when it says so. */
export function startAhead(callsMax = 512) {
  const clock = createFakeClock(1_000)
  const asked: string[][] = []
  const next: string[] = []
  const underWay: string[] = []
  const released: string[] = []
  let answer: () => Promise<TermsAhead | undefined> = async () => made
  let releases = 0
  let failures = 0
  let isSteady = true
  let isTold = true
  const billing = {
    reserveAhead(_call: ReserveRequest, callIds: readonly string[]) {
      asked.push([...callIds])
      return answer()
    },
    reserveNext({ callId }: ReserveRequest) {
      next.push(callId)
      return answer()
    },
    async noteUnderWay({ callId }: { callId: string }) {
      underWay.push(callId)
    },
    async releaseAhead(_buyerId: string, callIds: readonly string[]) {
      releases += 1
      if (releases <= failures) throw new Error('billing is away')
      released.push(...callIds)
    },
  }
  const log = createLogger({ service: 'test', level: 'silent' })
  const ahead = new ReservationsAhead({
    billing,
    settlement: { isSteady: () => isSteady },
    isTold: () => isTold,
    clock,
    log,
    callsMax,
    releasePausesMs: [1],
  })
  return {
    clock,
    ahead,
    asked,
    /** Ids of next calls that were asked for. */
    next,
    /** Ids of calls that have come on them, and were told of. */
    underWay,
    released,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    failCaptures: (doFail: boolean) => {
      isSteady = !doFail
    },
    tellChanges: (doTell: boolean) => {
      isTold = doTell
    },
    failReleases: (count: number) => {
      failures = count
    },
    /** So many calls, so far apart; answers with their ids, where something was reserved for them. */
    callEvery: async (pauseMs: number, count = CALLS, call = callOf()) => {
      const used: string[] = []
      for (let index = 0; index < count; index += 1) {
        clock.advance(pauseMs)
        const terms = ahead.take(call)
        if (terms !== undefined) used.push(terms.callId)
        await new Promise(setImmediate)
      }
      return used
    },
  }
}
