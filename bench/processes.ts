import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MICROS = 10_000
/** Of a line of /proc/diskstats. */
const DISK_BUSY_FIELD = 12

/** Keeps a process and all that it has started on one core. Without taskset figures still compare, but less well. */
export function pin(pid: number, core: number): void {
  for (const member of familyOf(pid)) {
    spawnSync('taskset', ['-acp', String(core), String(member)], { stdio: 'ignore' })
  }
}

/** User and system time so far of a process and all that it has started. */
export function cpuMicrosOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownCpuMicros(member), 0)
}

export function residentMebibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const lists = threads.map(thread => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
    return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number))
  } catch {
    // It has ended meanwhile.
    return []
  }
}

function ownCpuMicros(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // The last two are of children that have ended.
    return fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * TICK_MICROS
  } catch {
    return 0
  }
}

/** Milliseconds so far in which the busiest disk had something to do; 0 where that is not known. */
export function diskBusyMs(): number {
  try {
    const lines = readFileSync('/proc/diskstats', 'utf8').split('\n')
    return Math.max(0, ...lines.map(line => Number(line.trim().split(/\s+/)[DISK_BUSY_FIELD] ?? 0)))
  } catch {
    return 0
  }
}
