/** What the buyer, or the buyer's bank, does at the test processor's checkout page. */
export const testActions = ['pay', 'decline', 'dispute', 'win_dispute'] as const

/** One of `testActions`. */
export type TestAction = (typeof testActions)[number]

/** A checkout page of the test processor. */
export interface TestCheckout {
  readonly id: string
  readonly topUpId: string
  readonly amountMicros: bigint
  readonly returnUrl: string
  readonly state: 'open' | 'paid' | 'expired'
}

/** Where the test processor keeps its checkout pages, and its events until they are delivered. */
export interface TestBooks {
  /** Stores a page unless there is one for that top-up already; answers with the id of the one there is then. */
  openCheckout(checkout: Omit<TestCheckout, 'state'>): Promise<string>
  findCheckout(id: string): Promise<TestCheckout | undefined>
  /** Answers false when the page was closed before. */
  closeCheckout(id: string, state: 'paid' | 'expired'): Promise<boolean>
  /** Keeps an event to be delivered, once however often it is added. */
  addEvent(id: string, payload: string): Promise<void>
}
