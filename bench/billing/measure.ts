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
  readonly databaseCpuMicros: number
}

/** At most; a measurement that is shorter is none of speed. */
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
  await runFor({ ...load, seconds: Math.min(WARM_UP_SECONDS, load.seconds) }, pair)
  const { billing = 0, postgres = 0 } = gateway.pids()
  const before = [cpuMicrosOf(billing), cpuMicrosOf(postgres)] as const
  const pairs = await runFor(load, pair)
  const billingCpuMicros = (cpuMicrosOf(billing) - before[0]) / pairs
  const databaseCpuMicros = (cpuMicrosOf(postgres) - before[1]) / pairs
  calls.close()
  return { name, pairsPerSecond: pairs / load.seconds, billingCpuMicros, databaseCpuMicros }
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
  for (const { name, pairsPerSecond, billingCpuMicros, databaseCpuMicros } of figures) {
    const micros = (figure: number) => figure.toFixed(0).padStart(4)
    const cpu =
      billingCpuMicros > 0
        ? `${micros(billingCpuMicros)} us of billing's CPU each, ${micros(databaseCpuMicros)} of the database's`
        : ''
    console.log(`${name.padEnd(44)} ${pairsPerSecond.toFixed(0).padStart(7)} pairs/s ${cpu}`)
  }
}
