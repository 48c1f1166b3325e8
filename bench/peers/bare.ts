import { startChild } from '../start-child.ts'
import { chatCall } from './chat.ts'
import type { Peer } from './peer.ts'

/** The proxy of bench:edge: what passing calls on costs on our own stack. */
export const bare: Peer = {
  name: 'bare fastify + undici',
  settings: 'bench/edge/bare-proxy.ts',
  folder: 'bare',
  isHere: () => true,
  install: () => Promise.resolve(),
  async start({ port, upstream }) {
    const child = await startChild([], 'edge/bare-proxy.ts', { PORT: String(port), UPSTREAM: upstream })
    return { pid: child.pid ?? 0, version: process.version, call: chatCall(), stop: () => void child.kill() }
  },
}
