import { setTimeout as delay } from 'node:timers/promises'
import { tailOf } from '@mtg/embedded'
import { StartError } from './start-error.ts'
import type { Supervised } from './supervisor.ts'

const POLL_MS = 50
const PROBE_TIMEOUT_MS = 2_000
const READY_TIMEOUT_MS = 60_000
const CRASHES_MAX = 3

/** Waits until `url` answers 200. A process that keeps crashing, or is not ready in a minute, ends the start. */
export async function waitUntilReady(service: Supervised, url: string, signal?: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS
  const crashesBefore = service.crashes()
  let answer = 'no answer'
  while (performance.now() < giveUpAt) {
    signal?.throwIfAborted()
    if (service.crashes() - crashesBefore >= CRASHES_MAX) {
      throw startFailure(service, 'keeps ending right after its start')
    }
    answer = await probe(url)
    if (answer === 'ready') return
    await delay(POLL_MS)
  }
  throw startFailure(service, `was not ready within ${READY_TIMEOUT_MS / 1000} s (${url}: ${answer})`)
}

/** Waits until something accepts connections at the address of a process. */
export async function waitUntilListening(service: Supervised, isListening: () => Promise<boolean>): Promise<void> {
  const crashesBefore = service.crashes()
  const giveUpAt = performance.now() + READY_TIMEOUT_MS
  while (performance.now() < giveUpAt) {
    if (service.crashes() - crashesBefore >= CRASHES_MAX) {
      throw startFailure(service, 'keeps ending right after its start')
    }
    if (await isListening()) return
    await delay(POLL_MS)
  }
  throw startFailure(service, `did not listen within ${READY_TIMEOUT_MS / 1000} s`)
}

async function probe(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    const body = await response.text()
    return response.status === 200 ? 'ready' : `status ${response.status} ${body.slice(0, 300)}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function startFailure(service: Supervised, what: string): StartError {
  return new StartError(
    `${service.name} ${what}. Its log ends with:\n${tailOf(service.logFile)}`,
    `The whole log is in ${service.logFile}.`,
  )
}
