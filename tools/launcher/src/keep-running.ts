import { setTimeout as delay } from 'node:timers/promises'
import type { RunningServer } from '@mtg/embedded'

const RESTART_DELAY_MS = 100
const RESTART_DELAY_MS_MAX = 2_000

/** A server that comes back whenever it ends. */
export interface KeptServer {
  url: string
  pid: () => number
  stop: () => Promise<void>
  kill: () => void
}

type Start = (port: { port?: number }) => Promise<RunningServer>

/** Starts a server and starts it again, on the same port, whenever it ends. */
export async function keepRunning(start: Start, onChange: () => void): Promise<KeptServer> {
  const stopping = new AbortController()
  let current = await start({})
  const { url, port } = current

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.exited
      const next = await startAgain(() => start({ port }), stopping.signal)
      if (next === undefined) return
      current = next
      onChange()
    }
    await current.stop() // It came back at the moment of stopping.
  }
  const watching = watch()

  return {
    url,
    pid: () => current.pid,
    stop: async () => {
      stopping.abort()
      await current.stop()
      await watching
    },
    kill: () => {
      stopping.abort()
      endNow(current.pid)
    },
  }
}

/** Tries until the server runs; gives up only when asked to stop. */
async function startAgain(
  start: () => Promise<RunningServer>,
  stopping: AbortSignal,
): Promise<RunningServer | undefined> {
  for (let delayMs = RESTART_DELAY_MS; !stopping.aborted; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX)) {
    const started = await start().catch(() => undefined)
    if (started !== undefined) return started
    await delay(delayMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  return undefined
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
