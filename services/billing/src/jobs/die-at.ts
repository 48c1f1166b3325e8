import type { FailpointName, Reach } from '../domain/failpoints.ts'

/** Dies as a machine does at the chosen point: nothing is finished, flushed or closed. */
export function dieAt(chosen: FailpointName | undefined): Reach {
  return point => {
    if (point === chosen) process.kill(process.pid, 'SIGKILL')
  }
}
