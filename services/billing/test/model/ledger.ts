import { isWider, type ModelLimits, type Outcome } from './limits.ts'

/** Who asks for what. */
export interface ModelAsk {
  readonly buyer: string
  readonly tool: string
  /** Name of a key; undefined: a key without limits. */
  readonly key?: string | undefined
  /** The most that is paid for the call. */
  readonly maxPrice?: bigint | undefined
}

interface Call {
  readonly buyer: string
  /** The key that it was made with and those above it; empty without one. */
  readonly lineage: readonly string[]
  readonly tool: string
  readonly price: bigint
  /** The hour that it is counted in, from 1970. */
  hour: number
  /** Of its buyer's meter. */
  readonly window: number
  deadline: number
  state: 'open' | 'captured' | 'corrected' | 'released'
  task?: string
}

/** Of a task, in hours as the model counts them. */
interface Task {
  readonly call: string
  readonly ends: number
  handedOver: boolean
  /** When the gateway asks about it; undefined: never again. */
  due: number | undefined
}

const MINUTE = 1 / 60
const SECOND = MINUTE / 60
const DAY = 24
const DAYS_30 = 30 * DAY
/** Of rises. */
const NOTICE = DAY
const CALL_LIVES = 16 * MINUTE
/** Real time goes on beside the model's: what falls due in a moment may be due already. */
const SLACK = 30 * SECOND

/** The smallest ledger that could be right: one buyer after another, one step at a time. Its time passes by whole hours. */
export class ModelLedger {
  readonly prices: Map<string, bigint>
  /** Announced: what a tool will cost, and from when on. */
  readonly rises = new Map<string, { readonly price: bigint; readonly at: number }>()
  readonly quota: number
  readonly posted = new Map<string, bigint>()
  readonly calls = new Map<string, Call | 'tombstone'>()
  readonly tasks = new Map<string, Task>()
  readonly limits = new Map<string, ModelLimits>()
  /** How often a key was used for the same call, where it watches for loops. */
  readonly loops = new Map<string, number>()
  /** Keys by the one above them: the same tree for every buyer. */
  readonly parents: Readonly<Record<string, string | undefined>>
  /** The hour of the world, from 1970; set before each step. */
  hour = 0
  /** Hours that have passed. */
  now = 0

  constructor(
    prices: Readonly<Record<string, bigint>>,
    quota: number,
    parents: Readonly<Record<string, string | undefined>> = {},
  ) {
    this.prices = new Map(Object.entries(prices))
    this.quota = quota
    this.parents = parents
  }

  open(buyer: string, balance: bigint): void {
    this.posted.set(buyer, balance)
  }

  balance = (buyer: string): bigint => this.posted.get(buyer) ?? 0n

  topUp = (buyer: string, amount: bigint) => void this.posted.set(buyer, this.balance(buyer) + amount)

  held(buyer: string): bigint {
    return sumOf(this.#callsOf(call => call.buyer === buyer && call.state === 'open'))
  }

  /** How many calls of its window a meter counts. */
  used(buyer: string): number {
    return this.#callsOf(call => call.buyer === buyer && call.window === this.#window() && counts(call)).length
  }

  /** The key itself, its parent and so on, as names that are the buyer's own. */
  lineage(buyer: string, key: string): string[] {
    const parent = this.parents[key]
    return [`${buyer}/${key}`, ...(parent === undefined ? [] : this.lineage(buyer, parent))]
  }

  setLimits(buyer: string, key: string, limits: ModelLimits): Outcome {
    const [own = '', ...above] = this.lineage(buyer, key)
    if (above.some(other => isWider(limits, this.limits.get(other) ?? {}))) return 'invalid_argument'
    this.limits.set(own, limits)
    return 0n
  }

  /** The publisher wants other prices: a cut holds at once, a rise after a day; one that becomes smaller keeps its time. */
  setPrices(wanted: Readonly<Record<string, bigint>>): void {
    for (const [tool, price] of Object.entries(wanted)) {
      const [present, told] = [this.#priceOf(tool), this.rises.get(tool)]
      this.rises.delete(tool)
      if (price <= present) this.prices.set(tool, price)
      else this.rises.set(tool, { price, at: told !== undefined && told.price >= price ? told.at : this.now + NOTICE })
    }
  }

  #priceOf(tool: string): bigint {
    const rise = this.rises.get(tool)
    if (rise !== undefined && rise.at <= this.now) {
      this.prices.set(tool, rise.price)
      this.rises.delete(tool)
    }
    return this.prices.get(tool) ?? 0n
  }

  /** What a key and those below it have spent, and how many of their calls are under way. */
  spending(key: string) {
    const counted = this.#callsOf(call => call.lineage.includes(key) && counts(call))
    return {
      total: sumOf(counted),
      today: sumOf(counted.filter(({ hour }) => dayOf(hour) === dayOf(this.hour))),
      last30Days: sumOf(counted.filter(({ hour }) => hour >= this.hour - DAYS_30)),
      open: counted.filter(({ state }) => state === 'open').length,
    }
  }

  reserve(callId: string, ask: ModelAsk): Outcome {
    const lineage = ask.key === undefined ? [] : this.lineage(ask.buyer, ask.key)
    const rules = lineage.map(name => ({ name, limits: this.limits.get(name) ?? {} }))
    if (rules.some(({ limits }) => limits.tools?.includes(ask.tool) === false)) return 'app_not_allowed'
    const watching = rules.flatMap(({ name, limits: { loop } }) =>
      loop === undefined ? [] : [{ kind: `${name} ${ask.tool}`, loop }],
    )
    if (watching.some(({ kind, loop }) => (this.loops.get(kind) ?? 0) >= loop)) return 'loop_detected'
    const known = this.#known(callId, ask)
    if (known !== undefined) return known
    for (const { kind } of watching) this.loops.set(kind, (this.loops.get(kind) ?? 0) + 1)
    return this.#hold(callId, ask, lineage)
  }

  #known(callId: string, { buyer, tool }: ModelAsk): Outcome | undefined {
    const known = this.calls.get(callId)
    if (known === undefined) return undefined
    if (known === 'tombstone') return 'reservation_resolved'
    if (known.buyer !== buyer || known.tool !== tool) return 'call_conflict'
    return known.state === 'open' ? known.price : 'reservation_resolved'
  }

  #hold(callId: string, { buyer, tool, maxPrice }: ModelAsk, lineage: readonly string[]): Outcome {
    const price = this.#priceOf(tool)
    if (this.used(buyer) >= this.quota) return 'meter_limit_exceeded'
    if (maxPrice !== undefined && price > maxPrice) return 'price_limit_exceeded'
    for (const name of lineage) {
      const refusal = this.#refusalOf(name, price)
      if (refusal !== undefined) return refusal
    }
    if (price > this.balance(buyer) - this.held(buyer)) return 'insufficient_balance'
    const [hour, window, deadline] = [this.hour, this.#window(), this.now + CALL_LIVES]
    this.calls.set(callId, { buyer, lineage, tool, price, hour, window, deadline, state: 'open' })
    return price
  }

  #refusalOf(key: string, price: bigint): string | undefined {
    const limits = this.limits.get(key) ?? {}
    const { total, today, last30Days, open } = this.spending(key)
    if (limits.maxPrice !== undefined && price > limits.maxPrice) return 'price_limit_exceeded'
    if (limits.concurrent !== undefined && open >= limits.concurrent) return 'concurrency_limit_exceeded'
    const fits = (spent: bigint, cap: bigint | undefined) => price === 0n || cap === undefined || spent + price <= cap
    const fitsAll = fits(total, limits.total) && fits(last30Days, limits.per30Days) && fits(today, limits.perDay)
    return fitsAll ? undefined : 'spend_limit_exceeded'
  }

  capture(callId: string): Outcome {
    const call = this.calls.get(callId)
    if (call === undefined) return 'reservation_not_found'
    if (call === 'tombstone') return 'reservation_resolved'
    if (call.state === 'captured') return call.price
    if (call.state !== 'open') return 'reservation_resolved'
    call.state = 'captured'
    this.topUp(call.buyer, -call.price)
    return call.price
  }

  release(callId: string, undelivered: boolean): Outcome {
    const call = this.calls.get(callId)
    if (call === undefined) this.calls.set(callId, 'tombstone')
    if (call === undefined || call === 'tombstone') return 0n
    if (call.state === 'open') call.state = 'released'
    if (call.state !== 'captured') return call.price
    if (!undelivered) return 'reservation_resolved'
    call.state = 'corrected'
    this.topUp(call.buyer, call.price)
    return call.price
  }

  /** A publisher carries a call on as a task. */
  keep(callId: string, task: string, hours: number): Outcome {
    const call = this.calls.get(callId)
    if (call === undefined) return 'reservation_not_found'
    if (call === 'tombstone') return 'reservation_resolved'
    const ends = this.now + hours
    const isSame = call.task === task
    if (call.state !== 'open') return isSame ? 0n : 'reservation_resolved'
    if (!isSame && (call.task !== undefined || this.tasks.has(task))) return 'call_conflict'
    call.deadline = Math.max(call.deadline, ends + MINUTE)
    if (isSame) return 0n
    call.task = task
    this.tasks.set(task, { call: callId, ends, handedOver: false, due: ends - 10 * SECOND })
    return 0n
  }

  /** The buyer has a task's handle. */
  confirm(callId: string): void {
    for (const task of this.tasks.values()) if (task.call === callId) task.handedOver = true
  }

  /** How a buyer's task stands. */
  find(buyer: string, name: string, isCancelling: boolean): Outcome {
    const task = this.tasks.get(name)
    const call = this.#callOf(task)
    if (task === undefined || call?.buyer !== buyer) return 'task_not_found'
    task.handedOver = true
    if (isCancelling && call.state === 'open') task.due = Math.min(task.due ?? Infinity, this.now + 5 * SECOND)
    return call.state === 'corrected' ? 'released' : call.state
  }

  /** Which tasks the gateway asks about; of some only the clock knows, and `asked` says which it was. */
  askAboutDue(asked: readonly string[]): string[] {
    const due = [...this.tasks.values()].filter(task => {
      if (task.due === undefined || task.due > this.now + SLACK) return false
      const call = this.#callOf(task)
      const isAsked = call?.state === 'open' && task.handedOver
      if (task.due > this.now && !asked.includes(task.call)) return false
      task.due = call?.state === 'open' ? Math.max(this.now + 20 * SECOND, task.ends - 10 * SECOND) : undefined
      return isAsked
    })
    return due.map(task => task.call)
  }

  /** Hours pass: what nobody resolved expires, and tasks are forgotten a day after their time. */
  pass(hours: number): void {
    this.now += hours
    for (const call of this.#callsOf(() => true)) {
      call.hour -= hours
      if (call.state === 'open' && call.deadline <= this.now) call.state = 'released'
    }
    for (const [name, task] of this.tasks) {
      const call = this.#callOf(task)
      if (task.ends + DAY > this.now || call?.state === 'open') continue
      this.tasks.delete(name)
      delete call?.task
    }
  }

  #window = () => Math.floor(this.now / DAYS_30)

  #callsOf(isWanted: (call: Call) => boolean): Call[] {
    return [...this.calls.values()].filter(call => call !== 'tombstone').filter(isWanted)
  }

  #callOf(task: Task | undefined): Call | undefined {
    const call = task === undefined ? undefined : this.calls.get(task.call)
    return call === 'tombstone' ? undefined : call
  }
}

const counts = ({ state }: Call) => state === 'open' || state === 'captured'
const dayOf = (hour: number) => Math.floor(hour / DAY)
const sumOf = (calls: readonly Call[]) => calls.reduce((sum, { price }) => sum + price, 0n)
