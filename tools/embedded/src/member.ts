import type { RunningServer } from './server.ts'

/** A server of a cluster that can be taken away and brought back, on the same port and data. */
export interface ClusterMember {
  readonly name: string
  readonly url: string
  readonly port: number
  pid(): number
  /** Ends it in order. */
  stop(): Promise<void>
  /** Ends it at once. */
  kill(): Promise<void>
  /** Starts it again; resolves when it answers. */
  start(): Promise<void>
}

/** Keeps a server startable after it has ended. */
export async function createMember(name: string, start: () => Promise<RunningServer>): Promise<ClusterMember> {
  let current = await start()
  const { url, port } = current
  return {
    name,
    url,
    port,
    pid: () => current.pid,
    stop: () => current.stop(),
    async kill() {
      process.kill(current.pid, 'SIGKILL')
      await current.exited
    },
    async start() {
      current = await start()
    },
  }
}
