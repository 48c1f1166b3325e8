import { fork } from 'node:child_process'
import { join } from 'node:path'

type Kind = 'postgres' | 'redis' | 'nats'

/** The server that the environment names, else an own one: started on first use, gone with this process. */
function shared(variable: string, kind: Kind, path = ''): () => Promise<string> {
  let url: Promise<string> | undefined
  return () => {
    url ??= given(variable) ?? startOwn(kind).then(started => started + path)
    return url
  }
}

function given(variable: string): Promise<string> | undefined {
  const value = process.env[variable]
  return value === undefined || value === '' ? undefined : Promise.resolve(value)
}

function startOwn(kind: Kind): Promise<string> {
  const { NODE_TEST_CONTEXT: _channel, ...env } = process.env
  const holder = fork(join(import.meta.dirname, 'held-server.ts'), [kind], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    holder.once('exit', () => reject(new Error(`the ${kind} for tests could not be started`)))
    holder.once('message', (message: { url: string }) => {
      holder.unref()
      holder.channel?.unref()
      resolve(message.url)
    })
  })
}

/** URL of a PostgreSQL database by a role that may do everything: TEST_ADMIN_DATABASE_URL, else an own server. */
export const adminDatabaseUrl = shared('TEST_ADMIN_DATABASE_URL', 'postgres', '/postgres')

/** URL of a Redis: TEST_REDIS_URL, else an own server. Use a key prefix of your own. */
export const redisUrl = shared('TEST_REDIS_URL', 'redis')

/** URL of a NATS with JetStream: TEST_NATS_URL, else an own server. Use a subject prefix of your own. */
export const natsUrl = shared('TEST_NATS_URL', 'nats')
