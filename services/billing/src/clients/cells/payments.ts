import { type billing, services } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import type { TestAction, TestCheckout } from '../../domain/test-checkout.ts'
import type { TestProcessor } from '../processor/test-processor.ts'
import type { Peers } from './peers.ts'

const LIMITS = { timeoutMs: 5_000 }
const SERVICE = services.billing.CellPeerService

/** Payments of buyers of other cells. */
export interface PaymentsElsewhere {
  /** Hands an event of the processor to the cell that has its top-up; false when none has. */
  takeEvent(body: Buffer, signature: string): Promise<boolean>
  /** The test processor with the pages of all cells. */
  withAllPages(own: TestProcessor): TestProcessor
}

/** Asks the other cells, one after the other: payments are rare. */
export function paymentsElsewhere(peers: Peers, others: readonly string[]): PaymentsElsewhere {
  async function findPage(id: string): Promise<{ readonly cell: string; readonly checkout: TestCheckout } | undefined> {
    const request = { checkoutId: id }
    for (const cell of others) {
      const found = await peers
        .ask(cell, { ref: SERVICE, method: 'GetTestCheckout' }, request, LIMITS)
        .catch(unlessUnknown)
      if (found !== undefined) return { cell, checkout: toCheckout(id, found) }
    }
    return undefined
  }
  return {
    async takeEvent(body, signature) {
      const request = { body, signature }
      for (const cell of others) {
        const { taken } = await peers.ask(cell, { ref: SERVICE, method: 'TakeProcessorEvent' }, request, LIMITS)
        if (taken) return true
      }
      return false
    },
    withAllPages: own => ({
      ...own,
      findCheckout: async id => (await own.findCheckout(id)) ?? (await findPage(id))?.checkout,
      async act(checkout: TestCheckout, action: TestAction) {
        if ((await own.findCheckout(checkout.id)) !== undefined) return await own.act(checkout, action)
        const page = await findPage(checkout.id)
        if (page === undefined) return
        const request = { checkoutId: checkout.id, action }
        await peers.ask(page.cell, { ref: SERVICE, method: 'ActOnTestCheckout' }, request, LIMITS)
      },
    }),
  }
}

function unlessUnknown(thrown: unknown): undefined {
  if (toAppError(thrown).code !== 'not_found') throw thrown
}

function toCheckout(id: string, answer: billing.GetTestCheckoutResponse__Output): TestCheckout {
  const { topUpId, amountMicros, returnUrl, state } = answer
  return {
    id,
    topUpId,
    amountMicros: BigInt(amountMicros),
    returnUrl,
    state: state === 'paid' || state === 'expired' ? state : 'open',
  }
}
