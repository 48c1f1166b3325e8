import type { Constellation } from '@mtg/testing'
import { cpuMicrosOf } from '../processes.ts'
import { openPaidCalls } from './paid-calls.ts'

/** For how long to measure, and with how many calls under way at once. */
export interface Load {
  readonly seconds: number
  readonly callers: number
}

/** Who pays for calls, with which key. */
export interface Payer {
  readonly buyerId: string
  readonly keyId?: string
}

/** What one measurement found. */
export interface Figures {
  readonly name: string
  readonly pairsPerSecond: number
  readonly billingCpuMicros: number
}

const WARM_UP_SECONDS = 3

/** Reserves and captures calls of the payers in turn. */
export async function measurePairs(
  gateway: Constellation,
  name: string,
  payers: readonly Payer[],
  load: Load,
): Promise<Figures> {
  const calls = openPaidCalls(gateway)
  let turn = 0
  const pair = () => {
    const { buyerId, keyId } = payers[turn++ % payers.length] ?? { buyerId: '' }
    return calls.make(buyerId, keyId)
  }
  await runFor({ ...load, seconds: WARM_UP_SECONDS }, pair)
  const pid = gateway.pids().billing ?? 0
  const cpuBefore = cpuMicrosOf(pid)
  const pairs = await runFor(load, pair)
  const cpu = cpuMicrosOf(pid) - cpuBefore
  calls.close()
  return { name, pairsPerSecond: pairs / load.seconds, billingCpuMicros: cpu / pairs }
}

/** How often the callers got the work done together. */
export async function runFor({ seconds, callers }: Load, work: () => Promise<void>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done
}

/** A line for each. */
export function printFigures(figures: readonly Figures[]): void {
  for (const { name, pairsPerSecond, billingCpuMicros } of figures) {
    const cpu = billingCpuMicros > 0 ? `${billingCpuMicros.toFixed(0).padStart(6)} us of billing's CPU each` : ''
    console.log(`${name.padEnd(44)} ${pairsPerSecond.toFixed(0).padStart(7)} pairs/s ${cpu}`)
  }
}
