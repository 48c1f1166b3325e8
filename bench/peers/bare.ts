import { fork } from 'node:child_process'
import { join } from 'node:path'
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
    const file = join(import.meta.dirname, '../edge/bare-proxy.ts')
    const child = fork(file, { env: { ...process.env, PORT: String(port), UPSTREAM: upstream } })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error('it has ended')))
    })
    return { pid: child.pid ?? 0, version: process.version, call: chatCall(), stop: () => void child.kill() }
  },
}
