import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { honestCalls } from './honest-calls.ts'

/** What some honest calls met. */
export interface Figures {
  readonly calls: number
  /** What went wrong, a line for each call. */
  readonly failures: readonly string[]
  readonly medianMs: number
  readonly p99Ms: number
}

/** Somebody who pays and behaves. */
export interface Victim {
  /** Calls at a steady pace for so long, or until the signal, however long answers take; then waits for them. */
  callFor(durationMs: number, signal?: AbortSignal): Promise<Figures>
  /** Calls so far, for whoever waits. */
  calls(): number
  failures(): number
  /** Ids of every call that was answered and charged. */
  chargedCallIds(): ReadonlySet<string>
}

const PER_SECOND = 25
/** Who waits for more than this is not being served any more: further calls fail at once. */
const WAITING_MAX = 200

/** One who calls the system at this origin. */
export function createVictim(baseUrl: string): Victim {
  const charged = new Set<string>()
  let calls = 0
  let failures = 0
  let waiting = 0
  let turn = 0

  async function callOnce(times: number[], failed: string[]): Promise<void> {
    const call = honestCalls[turn++ % honestCalls.length]
    if (call === undefined) throw new Error('there is nothing to call')
    calls += 1
    waiting += 1
    const startedAt = performance.now()
    try {
      if (waiting > WAITING_MAX) throw new Error(`${WAITING_MAX} calls are waiting`)
      const { chargedCallId } = await call.make(baseUrl, randomUUID())
      if (chargedCallId !== undefined) charged.add(chargedCallId)
      if (call.isTimed) times.push(performance.now() - startedAt)
    } catch (thrown) {
      failures += 1
      const ms = Math.round(performance.now() - startedAt)
      failed.push(`${call.kind} after ${ms} ms: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    } finally {
      waiting -= 1
    }
  }

  return {
    async callFor(durationMs, signal) {
      const times: number[] = []
      const failed: string[] = []
      const under: Promise<void>[] = []
      const startedAt = performance.now()
      for (let sent = 0; sent < (durationMs / 1000) * PER_SECOND; sent += 1) {
        if (signal?.aborted) break
        under.push(callOnce(times, failed))
        await sleep(Math.max(0, startedAt + ((sent + 1) * 1000) / PER_SECOND - performance.now()))
      }
      await Promise.all(under)
      return { calls: under.length, failures: failed, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
    },
    calls: () => calls,
    failures: () => failures,
    chargedCallIds: () => charged,
  }
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
