import { once } from 'node:events'

/** One function of a profile, and the calls to others that led to it. */
interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
}

/** What V8's sampling profiler tells: the node that ran at each sample, and the microseconds since the one before. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** A running Node process that can be profiled. */
export interface Profiled {
  start(): Promise<void>
  stop(): Promise<CpuProfile>
  close(): void
}

const SAMPLE_MICROS = 500
const ATTEMPTS_MAX = 50
const PAUSE_MS = 100

/** Attaches to the inspector of a Node process that was started with `--inspect` on this port. */
export async function attach(port: number): Promise<Profiled> {
  const socket = new WebSocket(await addressOf(port))
  await once(socket, 'open')
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let asked = 0
  const ask = (method: string, params = {}) => {
    asked += 1
    const id = asked
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise<unknown>(resolve => waiting.set(id, resolve))
  }
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS })
  return {
    start: async () => void (await ask('Profiler.start')),
    async stop() {
      const { profile } = (await ask('Profiler.stop')) as { readonly profile: CpuProfile }
      return profile
    },
    close: () => socket.close(),
  }
}

async function addressOf(port: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
      const [target] = targets as readonly { readonly webSocketDebuggerUrl: string }[]
      if (target !== undefined) return target.webSocketDebuggerUrl
    } catch (thrown) {
      if (attempt === ATTEMPTS_MAX) throw thrown
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
}
