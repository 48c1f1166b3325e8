import { readdirSync, readFileSync } from 'node:fs'

/**
 * Stops a process and everything it has started, as a machine does that hangs: connections stay open, and nobody answers.
 * Answers with what lets them go on.
 */
export function freeze(pid: number): () => void {
  // The parent first: it starts no more of them meanwhile.
  signal([pid], 'SIGSTOP')
  const all = [pid, ...descendantsOf(pid)]
  signal(all, 'SIGSTOP')
  return () => signal(all, 'SIGCONT')
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter(each => Number.isInteger(each) && parentOf(each) === pid)
  return children.flatMap(child => [child, ...descendantsOf(child)])
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold spaces and brackets: fields are counted from its end.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
