import { connect as openSocket } from 'node:net'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { connect } from 'nats'
import { Client } from 'pg'
import type { Attack, Target } from '../attack.ts'
import { repeat } from '../tools/repeat.ts'

const LIMITS = { timeoutMs: 5000 }
const TIMEOUT_MS = 5000

/** What each door answers to somebody of this machine who knows addresses and nothing else. */
const doors: Record<string, (target: Target) => Promise<boolean>> = {
  PostgreSQL: async ({ servers }) => {
    const { port, pathname } = new URL(servers.databaseUrl)
    const address = { host: '127.0.0.1', port: Number(port), database: pathname.slice(1) }
    const client = new Client({ ...address, user: 'postgres', password: 'guess', connectionTimeoutMillis: TIMEOUT_MS })
    client.on('error', () => {})
    const letIn = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return letIn
  },
  Redis: ({ servers }) =>
    new Promise(resolve => {
      const socket = openSocket(Number(new URL(servers.redisUrl).port), '127.0.0.1', () => socket.write('KEYS *\r\n'))
      socket.once('data', answer => {
        resolve(!answer.toString().startsWith('-'))
        socket.destroy()
      })
      socket.once('error', () => resolve(false))
    }),
  NATS: async ({ servers }) => {
    const address = `127.0.0.1:${new URL(servers.natsUrl).port}`
    const connecting = connect({ servers: address, timeout: TIMEOUT_MS, reconnect: false })
    return await connecting.then(
      async connection => {
        await connection.close()
        return true
      },
      () => false,
    )
  },
  gRPC: async ({ grpc }) => {
    const client = createClient(services.auth.AccountAdminService, { address: grpc['auth'] ?? '' })
    const asked = client.CreateApiKey({ email: 'honest@example.test', name: 'stolen' }, LIMITS)
    const letIn = await asked.then(
      () => true,
      (error: { code?: string }) => error.code !== 'unauthenticated',
    )
    client.close()
    return letIn
  },
}

/** A user of the same machine without any credential, at every door behind the gateway. */
export const localIntruder: Attack = {
  name: 'local-intruder',
  about: 'a user of the machine without credentials, at every server',
  run(target, signal, tally) {
    const names = Object.keys(doors)
    return repeat({ perSecond: 20, atOnceMax: 10 }, signal, tally, async turn => {
      const name = names[turn % names.length] ?? ''
      const letIn = await doors[name]?.(target)
      tally.add(`${name} ${letIn === true ? 'let in' : 'refused'}`)
    })
  },
}
