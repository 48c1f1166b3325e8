import { createRandom } from '../random.ts'
import type { StatementTimes } from './costs.ts'
import { createEventQueue } from './queue.ts'

/** One shard: a database, the billing processes before it, and the calls that reach it. */
export interface ShardOptions {
  readonly seed: number
  readonly callsPerSecond: number
  readonly seconds: number
  /** Processors of the database. */
  readonly cores: number
  /** Billing processes, each with two statements of either kind under way at most. */
  readonly billings: number
  /** CPU of the database for reserve and capture of one call, microseconds. */
  readonly postgresMicros: number
  readonly times: StatementTimes
  /** Share of all calls that belong to one wallet. */
  readonly hotShare: number
  /** Whether a buyer's calls all go to the same billing process, or round all of them. */
  readonly routing: 'by buyer' | 'round robin'
  /** How long the publisher takes. */
  readonly publisherMs: number
}

/** What came out. */
export interface ShardRun {
  readonly arrived: number
  readonly finished: number
  /** Time in billing and database of each finished call: reserve and capture together. */
  readonly addedMs: readonly number[]
  readonly meanBatch: number
  /** Share of the processors' time that was used. */
  readonly utilisation: number
}

interface Call {
  readonly hot: boolean
  /** The billing process that takes it. */
  readonly process: number
  readonly arrivedMs: number
  reservedMs: number
  answeredMs: number
}

const LANES = 2
/** As billing's batcher has it. */
export const BATCH_MAX = 128
/** Of the database's time for a call, the part that the reserve takes. */
const RESERVE_SHARE = 0.55

/**
 * A discrete-event model of billing's batches: a lane's next statement takes all that queued up while its last one ran; it
 * needs a processor for its fixed part and for each of its calls, then the disk. Whoever holds the hot wallet's row keeps
 * it until the commit.
 */
export function runShard(options: ShardOptions): ShardRun {
  const random = createRandom(options.seed)
  const events = createEventQueue()
  const cores = createPool(options.cores)
  const wallet = createPool(1)
  const addedMs: number[] = []
  let arrived = 0
  let statements = 0
  let batched = 0
  let busyMs = 0

  function createProcesses(share: number, done: (call: Call) => void) {
    const processes = Array.from({ length: options.billings }, () => createLanes(share, done))
    return (call: Call) => processes[call.process]?.(call)
  }

  function createLanes(share: number, done: (call: Call) => void) {
    const queue: Call[] = []
    let free = LANES
    const start = (): void => {
      if (free === 0 || queue.length === 0) return
      free -= 1
      const batch = queue.splice(0, BATCH_MAX)
      statements += 1
      batched += batch.length
      const cpuMs = options.times.overheadMs + (batch.length * options.postgresMicros * share) / 1000
      const release = () => {
        free += 1
        for (const call of batch) done(call)
        start()
      }
      runStatement(
        cpuMs,
        batch.some(call => call.hot),
        release,
      )
      start()
    }
    return (call: Call) => {
      queue.push(call)
      start()
    }
  }

  function runStatement(cpuMs: number, isHot: boolean, done: () => void): void {
    const work = (release: () => void) =>
      cores.take(() => {
        busyMs += cpuMs
        events.at(events.nowMs() + cpuMs, () => {
          cores.give()
          events.at(events.nowMs() + options.times.commitMs, release)
        })
      })
    if (!isHot) return work(done)
    wallet.take(() =>
      work(() => {
        wallet.give()
        done()
      }),
    )
  }

  const settle = createProcesses(1 - RESERVE_SHARE, call => {
    addedMs.push(call.reservedMs - call.arrivedMs + (events.nowMs() - call.answeredMs))
  })
  const reserve = createProcesses(RESERVE_SHARE, call => {
    call.reservedMs = events.nowMs()
    call.answeredMs = call.reservedMs + options.publisherMs
    events.at(call.answeredMs, () => settle(call))
  })
  const endMs = options.seconds * 1000
  const arrive = (): void => {
    if (events.nowMs() > endMs) return
    arrived += 1
    const nowMs = events.nowMs()
    const hot = random.next() < options.hotShare
    const process = hot && options.routing === 'by buyer' ? 0 : Math.floor(random.next() * options.billings)
    reserve({ hot, process, arrivedMs: nowMs, reservedMs: nowMs, answeredMs: nowMs })
    events.at(nowMs + random.untilNext(options.callsPerSecond) * 1000, arrive)
  }
  events.at(0, arrive)
  events.runUntil(endMs)
  const utilisation = busyMs / (endMs * options.cores)
  // What is under way finishes, unless there is far too much.
  events.runUntil(endMs * 2)
  return { arrived, finished: addedMs.length, addedMs, meanBatch: batched / Math.max(1, statements), utilisation }
}

/** So many of something, handed out in the order of asking. */
function createPool(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  let head = 0
  return {
    take(run: () => void): void {
      if (free === 0) {
        waiting.push(run)
        return
      }
      free -= 1
      run()
    },
    give(): void {
      const next = waiting[head]
      if (next === undefined) {
        free += 1
        return
      }
      head += 1
      if (head > 1000) waiting.splice(0, head)
      if (head > 1000) head = 0
      next()
    },
  }
}
