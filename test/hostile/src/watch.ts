import { readFileSync } from 'node:fs'
import { request } from 'undici'

/** The most memory that each process had resident while it was watched, in bytes. */
export interface MemoryWatch {
  max(): Readonly<Record<string, number>>
  stop(): void
}

const INTERVAL_MS = 100
const PAGE_BYTES = 4096

/** Watches processes by name. Only Linux tells; elsewhere nothing is found, and the figures say 0. */
export function watchMemory(pids: () => Record<string, number>): MemoryWatch {
  const most: Record<string, number> = {}
  const look = () => {
    for (const [name, pid] of Object.entries(pids())) most[name] = Math.max(most[name] ?? 0, residentBytes(pid))
  }
  look()
  const timer = setInterval(look, INTERVAL_MS)
  return {
    max: () => most,
    stop: () => clearInterval(timer),
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** Gauges of what is taken for as long as something lasts: they are 0 when nothing is under way. */
const PLACES = /^(mtg_\w+_(?:under_way|pending_releases))(\{.*\})? (\S+)$/gm

/** What the process at this operations port still holds: gauges of places, unless they are 0. */
export async function placesHeld(opsOrigin: string): Promise<string[]> {
  const { body } = await request(`${opsOrigin}/metrics`)
  const text = await body.text()
  const gauges = [...text.matchAll(PLACES)]
  if (gauges.length === 0) throw new Error('no gauge tells about places')
  return gauges.filter(([, , , value]) => Number(value) !== 0).map(([line]) => line)
}
