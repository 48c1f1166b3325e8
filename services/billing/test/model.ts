/** Outcome of an operation: an amount, or the code of a refusal. */
export type Outcome = bigint | string

/** Limits of a key in the model, micro-USD; undefined: none. */
export interface ModelLimits {
  readonly total?: bigint
  readonly per30Days?: bigint
  readonly maxPrice?: bigint
  readonly concurrent?: number
}

interface Call {
  readonly buyer: string
  /** The key that it was made with and those above it; empty without one. */
  readonly lineage: readonly string[]
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
  readonly limits = new Map<string, ModelLimits>()
  /** Keys by the one above them: the same tree for every buyer. */
  readonly parents: Readonly<Record<string, string | undefined>>

  constructor(
    prices: Readonly<Record<string, bigint>>,
    quota: number,
    parents: Readonly<Record<string, string | undefined>> = {},
  ) {
    this.prices = prices
    this.quota = quota
    this.parents = parents
  }

  /** The key itself, its parent and so on, as names that are the buyer's own. */
  lineage(buyer: string, key: string): string[] {
    const parent = this.parents[key]
    return [`${buyer}/${key}`, ...(parent === undefined ? [] : this.lineage(buyer, parent))]
  }

  setLimits(buyer: string, key: string, limits: ModelLimits): Outcome {
    const [own = '', ...above] = this.lineage(buyer, key)
    const isWider = (name: keyof ModelLimits) =>
      above.some(other => {
        const most = this.limits.get(other)?.[name]
        const wanted = limits[name]
        return wanted !== undefined && most !== undefined && wanted > most
      })
    if ((['total', 'per30Days', 'maxPrice', 'concurrent'] as const).some(isWider)) return 'invalid_argument'
    this.limits.set(own, limits)
    return 0n
  }

  /** What a key and those below it have spent, and how many of their calls are under way. */
  spending(key: string): { spent: bigint; open: number } {
    let [spent, open] = [0n, 0]
    for (const call of this.calls.values()) {
      if (call === 'tombstone' || !call.lineage.includes(key)) continue
      if (call.state === 'open') open += 1
      if (call.state === 'open' || call.state === 'captured') spent += call.price
    }
    return { spent, open }
  }

  #refusalOf(key: string, price: bigint): string | undefined {
    const { total, per30Days, maxPrice, concurrent } = this.limits.get(key) ?? {}
    const { spent, open } = this.spending(key)
    if (maxPrice !== undefined && price > maxPrice) return 'price_limit_exceeded'
    if (concurrent !== undefined && open >= concurrent) return 'concurrency_limit_exceeded'
    const fits = (cap: bigint | undefined) => cap === undefined || spent + price <= cap
    return fits(total) && fits(per30Days) ? undefined : 'spend_limit_exceeded'
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

  reserve(callId: string, buyer: string, tool: string, key?: string): Outcome {
    const known = this.calls.get(callId)
    if (known === 'tombstone') return 'reservation_resolved'
    if (known !== undefined && (known.buyer !== buyer || known.tool !== tool)) return 'call_conflict'
    if (known?.state === 'open') return known.price
    if (known !== undefined) return 'reservation_resolved'
    const price = this.prices[tool] ?? 0n
    if (this.usedBy(buyer) >= this.quota) return 'meter_limit_exceeded'
    const lineage = key === undefined ? [] : this.lineage(buyer, key)
    for (const name of lineage) {
      const refusal = this.#refusalOf(name, price)
      if (refusal !== undefined) return refusal
    }
    if (price > this.balance(buyer) - this.held(buyer)) return 'insufficient_balance'
    this.calls.set(callId, { buyer, lineage, tool, price, state: 'open' })
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
