import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { billing } from '@mtg/contracts'
import { uuidv7 } from '@mtg/primitives'
import { rollUpJournal } from '../../src/use-cases/ledger/roll-up.ts'
import { walkAway } from '../../src/use-cases/storage/walk-away.ts'
import { callTo, LIMITS } from '../harness.ts'
import type { ModelAsk } from './ledger.ts'
import type { ModelLimits, Outcome } from './limits.ts'
import { BUYERS, KEYS, type Key, PARENTS } from './names.ts'
import type { ModelSystem, Tool } from './system.ts'
import { passHours } from './time.ts'

const AGE_MS = 2 * 3_600_000
const HOUR_MS = 3_600_000
const OLD_CALLS = /^c[1-8]$/
const LOOP_SECONDS = 3600
const ARGUMENTS = createHash('sha256').update('the same ones each time').digest()
const states: Readonly<Record<string, string>> = {
  TASK_STATE_OPEN: 'open',
  TASK_STATE_CAPTURED: 'captured',
  TASK_STATE_RELEASED: 'released',
}

type Asker = Pick<ModelSystem, 'reserve' | 'capture'> & {
  readonly release: (callId: string, reason: billing.ReleaseReason) => Promise<bigint>
}

/** The real service, seen by the small names that steps use. */
export class RealLedger {
  readonly #system: ModelSystem
  readonly #asker: Asker
  readonly #ids = new Map<string, string>()

  /** Asks over streams as the edge does, or by single requests, which may be the same one twice at once. */
  constructor(system: ModelSystem, asks: 'over streams' | 'by single requests') {
    this.#system = system
    this.#asker = asks === 'over streams' ? system : singleRequests(system)
  }

  id(name: string): string {
    // As old as what may have left the tables of the call path.
    const id = this.#ids.get(name) ?? (OLD_CALLS.test(name) ? uuidv7(Date.now() - AGE_MS) : randomUUID())
    this.#ids.set(name, id)
    return id
  }

  keyId = (buyer: string, key: Key) => this.id(`${buyer}/${key}`)

  async reserve(call: string, { buyer, tool, key, maxPrice }: ModelAsk & { key?: Key | undefined }): Promise<Outcome> {
    const keyId = key === undefined ? '' : this.keyId(buyer, key)
    const request: billing.ReserveRequest = {
      ...callTo('model/tools'),
      callId: this.id(call),
      toolName: tool,
      keyId,
      argumentsDigest: ARGUMENTS,
      ...(maxPrice !== undefined && { maxPriceMicros: maxPrice.toString() }),
    }
    return await outcomeOf(
      this.#asker.reserve({ ...request, buyerId: this.id(buyer) }).then(({ priceMicros }) => BigInt(priceMicros)),
    )
  }

  async setLimits(buyer: string, key: Key, limits: ModelLimits): Promise<Outcome> {
    const { total, perDay, per30Days, maxPrice, concurrent, loop, tools } = limits
    const parent = PARENTS[key]
    const message: billing.KeyLimits = {
      ...(total !== undefined && { totalMicros: total.toString() }),
      ...(perDay !== undefined && { perDayMicros: perDay.toString() }),
      ...(per30Days !== undefined && { per30DaysMicros: per30Days.toString() }),
      ...(maxPrice !== undefined && { maxPriceMicros: maxPrice.toString() }),
      ...(concurrent !== undefined && { concurrent }),
      ...(loop !== undefined && { loop: { calls: loop, seconds: LOOP_SECONDS } }),
      ...(tools !== undefined && { tools: tools.map(tool => `model/tools#${tool}`) }),
    }
    const place = {
      keyId: this.keyId(buyer, key),
      name: key,
      parent: parent === undefined ? '' : this.keyId(buyer, parent),
    }
    return await outcomeOf(this.#system.keys.set(this.id(buyer), message, place).then(() => 0n))
  }

  setPrices = (prices: Readonly<Record<Tool, bigint>>) => this.#system.setPrices(prices)

  capture = (call: string) => outcomeOf(this.#asker.capture(this.id(call)))

  release = (call: string, undelivered: boolean) =>
    outcomeOf(
      this.#asker.release(this.id(call), undelivered ? 'RELEASE_REASON_UNDELIVERED' : 'RELEASE_REASON_NOT_CHARGED'),
    )

  keep(call: string, task: string, hours: number): Promise<Outcome> {
    const message = { callId: this.id(call), taskId: this.id(task), ttlMs: hours * HOUR_MS }
    return outcomeOf(this.#system.tasks.KeepTask(message, LIMITS).then(() => 0n))
  }

  async confirm(call: string): Promise<void> {
    await this.#system.tasks.ConfirmTask({ callId: this.id(call) }, LIMITS)
  }

  find(buyer: string, task: string, isCancelling: boolean): Promise<Outcome> {
    const question = { buyerId: this.id(buyer), appId: this.#system.appId, taskId: this.id(task), isCancelling }
    return outcomeOf(
      this.#system.tasks.FindTask(question, LIMITS).then(({ task: found }) => states[found?.state ?? ''] ?? ''),
    )
  }

  /** Names of calls whose tasks the gateway asks about now. */
  async askAboutDue(): Promise<string[]> {
    const names = new Map([...this.#ids].map(([name, id]) => [id, name]))
    const asked: string[] = []
    for (;;) {
      const { tasks } = await this.#system.tasks.LeaseDueTasks({ countMax: 100 }, LIMITS)
      asked.push(...tasks.flatMap(({ task }) => names.get(task?.callId ?? '') ?? []))
      if (tasks.length < 100) return asked
    }
  }

  topUp = (buyer: string) => this.#system.topUp(this.id(buyer))

  /** What is settled leaves the tables of the call path, also what was asked about of late when `hasForgotten`. */
  async leave(hasForgotten: boolean): Promise<void> {
    const { db, sql } = this.#system
    await rollUpJournal(db)
    if (hasForgotten) await sql.query('DELETE FROM recalled_calls')
    await walkAway(db, { keptHotMs: 0 })
  }

  async pass(hours: number): Promise<void> {
    const keyIds = BUYERS.flatMap(buyer => KEYS.map(key => this.keyId(buyer, key)))
    await passHours(this.#system, { buyerIds: BUYERS.map(buyer => this.id(buyer)), keyIds }, hours)
  }

  wallet = (buyer: string) => this.#system.wallet(this.id(buyer))

  /** What every key has spent, by its name. */
  async spendings() {
    const names = BUYERS.flatMap(buyer => KEYS.map(key => [this.keyId(buyer, key), `${buyer}/${key}`] as const))
    const found = await this.#system.keys.spendings(names.map(([keyId]) => keyId))
    return new Map(names.map(([keyId, name]) => [name, found.get(keyId)]))
  }

  async reservation(call: string) {
    const none = { state: '', priceMicros: '0', buyerId: '', corrected: false }
    return await this.#system.calls
      .GetReservation({ callId: this.id(call) }, LIMITS)
      .catch((error: { code: string }) => {
        assert.equal(error.code, 'reservation_not_found')
        return none
      })
  }
}

function singleRequests({ calls }: ModelSystem): Asker {
  return {
    reserve: async request => {
      const { reservation } = await calls.Reserve(request, LIMITS)
      assert.ok(reservation)
      return reservation
    },
    capture: async callId => BigInt((await calls.Capture({ callId }, LIMITS)).capturedMicros),
    release: async (callId, reason) =>
      BigInt((await calls.Release({ callId, reason, outcome: 'test' }, LIMITS)).releasedMicros),
  }
}

function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  return work.catch((error: { code: string }) => error.code)
}
