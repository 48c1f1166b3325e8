/** Outcome of an operation: an amount, or the code of a refusal. */
export type Outcome = bigint | string

interface Call {
  readonly buyer: string
  readonly tool: string
  readonly price: bigint
  state: 'open' | 'captured' | 'corrected' | 'released'
}

/** The smallest ledger that could be right: one buyer after another, one step at a time. */
export class ModelLedger {
  readonly prices: Readonly<Record<string, bigint>>
  readonly quota: number
  readonly posted = new Map<string, bigint>()
  readonly used = new Map<string, number>()
  readonly calls = new Map<string, Call | 'tombstone'>()

  constructor(prices: Readonly<Record<string, bigint>>, quota: number) {
    this.prices = prices
    this.quota = quota
  }

  open(buyer: string, balance: bigint): void {
    this.posted.set(buyer, balance)
    this.used.set(buyer, 0)
  }

  held(buyer: string): bigint {
    let sum = 0n
    for (const call of this.calls.values()) {
      if (call !== 'tombstone' && call.buyer === buyer && call.state === 'open') sum += call.price
    }
    return sum
  }

  reserve(callId: string, buyer: string, tool: string): Outcome {
    const known = this.calls.get(callId)
    if (known === 'tombstone') return 'reservation_resolved'
    if (known !== undefined && (known.buyer !== buyer || known.tool !== tool)) return 'call_conflict'
    if (known?.state === 'open') return known.price
    if (known !== undefined) return 'reservation_resolved'
    const price = this.prices[tool] ?? 0n
    if (this.usedBy(buyer) >= this.quota) return 'meter_limit_exceeded'
    if (price > this.balance(buyer) - this.held(buyer)) return 'insufficient_balance'
    this.calls.set(callId, { buyer, tool, price, state: 'open' })
    this.used.set(buyer, this.usedBy(buyer) + 1)
    return price
  }

  capture(callId: string): Outcome {
    const call = this.calls.get(callId)
    if (call === undefined) return 'reservation_not_found'
    if (call === 'tombstone') return 'reservation_resolved'
    if (call.state === 'captured') return call.price
    if (call.state !== 'open') return 'reservation_resolved'
    call.state = 'captured'
    this.posted.set(call.buyer, this.balance(call.buyer) - call.price)
    return call.price
  }

  release(callId: string, undelivered: boolean): Outcome {
    const call = this.calls.get(callId)
    if (call === undefined) {
      this.calls.set(callId, 'tombstone')
      return 0n
    }
    if (call === 'tombstone') return 0n
    if (call.state === 'open') {
      call.state = 'released'
      this.used.set(call.buyer, this.usedBy(call.buyer) - 1)
    } else if (call.state === 'captured') {
      if (!undelivered) return 'reservation_resolved'
      call.state = 'corrected'
      this.posted.set(call.buyer, this.balance(call.buyer) + call.price)
      this.used.set(call.buyer, this.usedBy(call.buyer) - 1)
    }
    return call.price
  }

  topUp(buyer: string, amount: bigint): void {
    this.posted.set(buyer, this.balance(buyer) + amount)
  }

  balance(buyer: string): bigint {
    return this.posted.get(buyer) ?? 0n
  }

  usedBy(buyer: string): number {
    return this.used.get(buyer) ?? 0
  }
}
