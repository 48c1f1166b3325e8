import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@mtg/observability'
import type { Cluster } from 'ioredis'
import { connectRedis, type RedisConnection } from './connect.ts'
import { gatherCalls } from './gather.ts'
import { createPatience } from './patience.ts'

/** Functions that run inside Redis, wherever it is. */
export interface RedisFunctions {
  /**
   * Calls `LIBRARY_name`. All keys must have the same hash tag. Rejects at once while Redis is away, and after the
   * timeout when it is silent; then nobody knows whether the function has run.
   */
  call(name: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>
  /**
   * As `call`, for one key, with those of the same turn: the function gets all of their keys, which are of different hash tags, and their
   * arguments one after the other, as many for each, and replies with a list of one reply or error for each. On a Cluster it
   * gets one key at a time.
   */
  callEach(name: string, key: string, args: readonly (string | number)[]): Promise<unknown>
  /** Rejects unless every key can be served. */
  check(): Promise<void>
  close(): void
}

/** Which Redis, which functions, and how long to wait for one. */
export interface RedisFunctionsOptions {
  /** See `REDIS_URL_FORMS`. */
  readonly url: string
  /** Name of the library and prefix of its functions; `@LIBRARY@` in the source stands for it. */
  readonly library: string
  /** Lua source. */
  readonly source: string
  readonly timeoutMs: number
  readonly log: Logger
}

const TICKS_MAX = 4
const LOADS_MAX = 3
/** Of one command: nobody else is served while it runs. */
const KEYS_MAX = 128
const SILENCE_TIMEOUTS = 4
const TRIES_MAX = 3
const RECONNECT_MS = 15
const SLOT_COUNT = 16_384

/**
 * Opens them. An outage is answered at once, never queued, and ends by itself. A master that does not know the library
 * (restarted empty, new, or promoted before it heard of it) gets it with the first call.
 */
export function openRedisFunctions(options: RedisFunctionsOptions): RedisFunctions {
  const connection = connectRedis(options.url, options.timeoutMs * SILENCE_TIMEOUTS)
  connection.client.on('error', (err: Error) => options.log.debug({ err }, 'redis connection failed'))
  const source = options.source.replaceAll('@LIBRARY@', options.library)
  const patience = createPatience(TICKS_MAX)
  let ticking: NodeJS.Timeout | undefined

  function tick(): void {
    // A server that is silent gets a new connection: nothing more is sent to it before it answers again. Of a
    // Cluster only the silent nodes do, which their own timeouts see to.
    if (patience.tick() > 0 && connection.kind === 'server') connection.client.disconnect(true)
    if (!patience.isIdle()) return
    clearInterval(ticking)
    ticking = undefined
  }

  function wait<T>(work: Promise<T>): Promise<T> {
    // After the event loop has read what Redis has answered already.
    ticking ??= setInterval(() => setImmediate(tick), options.timeoutMs / TICKS_MAX).unref()
    return patience.wait(work)
  }

  const call: RedisFunctions['call'] = async (name, keys, args) => {
    const run = () => wait(runFunction(connection, `${options.library}_${name}`, keys, args))
    for (let loads = 0; ; loads += 1) {
      try {
        return await run()
      } catch (thrown) {
        // A failover between loading and running may need another round.
        if (!isFunctionMissing(thrown) || loads === LOADS_MAX) throw thrown
        await wait(loadFunctions(connection, source))
      }
    }
  }

  return {
    call,
    callEach: gatherCalls(call, connection.kind === 'server' ? KEYS_MAX : 1),
    async check() {
      if (connection.kind === 'server') await connection.client.ping()
      else await checkCluster(connection)
    },
    close() {
      clearInterval(ticking)
      connection.client.disconnect()
    },
  }
}

type OfCluster = Extract<RedisConnection, { kind: 'cluster' }>

async function runFunction(
  connection: RedisConnection,
  name: string,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  if (connection.kind === 'server') return await connection.client.fcall(name, keys.length, ...keys, ...args)
  const { client } = connection
  // It would queue, without bound, until the nodes are known.
  if (client.status !== 'ready') throw new Error('the Redis Cluster is not connected')
  const command: [string, ...unknown[]] = ['fcall', name, keys.length, ...keys, ...args]
  for (let tries = 1; ; tries += 1) {
    try {
      return tries === 1 ? await client.fcall(name, keys.length, ...keys, ...args) : await runAlone(client, command)
    } catch (thrown) {
      if (tries === TRIES_MAX || !(isRedirected(thrown) || isDisconnected(thrown))) throw thrown
      // Its node is gone, perhaps after it had handed over to another. Should it have run there all the same, it counts
      // twice, which costs a place in a window.
      if (isDisconnected(thrown)) await refreshSlots(client)
    }
  }
}

/** A pipeline of one follows its slot wherever it has moved; one that carries other calls as well does not. */
async function runAlone(client: Cluster, command: [string, ...unknown[]]): Promise<unknown> {
  const [[failure, result] = []] = (await client.pipeline([command]).exec()) ?? []
  if (failure) throw failure
  return result
}

async function loadFunctions(connection: RedisConnection, source: string): Promise<void> {
  const servers = connection.kind === 'server' ? [connection.client] : connection.client.nodes('master')
  const loads = await Promise.allSettled(servers.map(server => server.call('FUNCTION', 'LOAD', 'REPLACE', source)))
  // The call that follows tells whether its own server is among those that took it.
  if (loads.every(load => load.status === 'rejected')) throw loads[0]?.reason ?? new Error('no Redis master is known')
}

async function checkCluster({ client }: OfCluster): Promise<void> {
  if (client.status !== 'ready') throw new Error('the Redis Cluster is not connected')
  if (client.nodes('master').some(node => node.status !== 'ready')) throw new Error('a Redis master is not connected')
  const info = await client.cluster('INFO')
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
  if (field('cluster_slots_ok') !== SLOT_COUNT) throw new Error('the Redis Cluster does not serve all slots')
}

function isFunctionMissing(thrown: unknown): boolean {
  return thrown instanceof Error && /function not found/i.test(thrown.message)
}

/** Asks the nodes who serves what; the connection to somebody new takes a moment more. */
async function refreshSlots(client: Cluster): Promise<void> {
  await new Promise<void>(resolve => client.refreshSlotsCache(() => resolve()))
  await delay(RECONNECT_MS)
}

function isDisconnected(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'Connection is closed.'
}

function isRedirected(thrown: unknown): boolean {
  return thrown instanceof Error && /^(MOVED|ASK|TRYAGAIN) /.test(thrown.message)
}
