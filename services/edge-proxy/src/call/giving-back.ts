import { setTimeout as sleep } from 'node:timers/promises'
import { toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { createBatcher } from '@mtg/runtime'
import type { BillingClient } from '../clients/billing.ts'
import type { TermsAhead } from '../clients/reservation-terms.ts'

/** Reservations that were made together, of calls that did not come. */
export interface Unused {
  readonly buyerId: string
  readonly callIds: readonly string[]
  readonly places: TermsAhead['places']
}

/** Who takes them back, and how patiently that is asked for. */
export interface GivingBackOptions {
  readonly billing: Pick<BillingClient, 'releaseAhead'>
  readonly log: Logger
  /** Before each further attempt. */
  readonly pausesMs?: readonly number[]
}

const PAUSES_MS = [1_000, 5_000, 25_000]
const AT_ONCE_MAX = 16
const WAITING_MAX = 50_000

/** Gives back what was reserved and is not used, a few at a time, however much it is; again where that fails. */
export class GivingBack {
  readonly #options: GivingBackOptions
  readonly #underWay = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #turns = createBatcher<Unused, void>({
    run: async unused => await Promise.all(unused.map(each => this.#ask(each))),
    itemsMax: 1,
    lanes: AT_ONCE_MAX,
    queueMax: WAITING_MAX,
  })

  constructor(options: GivingBackOptions) {
    this.#options = options
  }

  begin(unused: Unused): void {
    const work = this.#untilDone(unused)
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** Resolves when each was asked for; what billing does not take then expires there. */
  async close(): Promise<void> {
    this.#stopping.abort()
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  async #untilDone(unused: Unused): Promise<void> {
    const { log, pausesMs = PAUSES_MS } = this.#options
    const { signal } = this.#stopping
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        await this.#turns.add(unused)
        return
      } catch (thrown) {
        if (pauseMs === undefined || signal.aborted) {
          log.warn({ err: toAppError(thrown) }, 'reservations made ahead could not be given back: they will expire')
          return
        }
        await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  async #ask({ buyerId, callIds, places }: Unused): Promise<void> {
    await this.#options.billing.releaseAhead(buyerId, callIds, places)
  }
}
