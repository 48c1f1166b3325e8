import { Cluster, Redis } from 'ioredis'
import { parseRedisUrl, type RedisAddress, type RedisLogin } from './address.ts'

/** A connection to one Redis, to the master that Sentinels name, or to all nodes of a Cluster. */
export type RedisConnection =
  | { readonly kind: 'server'; readonly client: Redis }
  | { readonly kind: 'cluster'; readonly client: Cluster }

const CONNECT_TIMEOUT_MS = 1000
const RECONNECT_MAX_MS = 500
const SLOTS_REFRESH_MS = 5000

const retryStrategy = (attempt: number) => Math.min(attempt * 50, RECONNECT_MAX_MS)

/** Nothing is queued while the server is away: an outage is answered at once. */
const failFast = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  enableOfflineQueue: false,
  retryStrategy,
}

/** Connects in the background and for ever. `silenceMs`: how long a node of a Cluster may leave a command unanswered. */
export function connectRedis(url: string, silenceMs: number): RedisConnection {
  const address = parseRedisUrl(url)
  if (address.mode === 'cluster') return { kind: 'cluster', client: connectCluster(address, silenceMs) }
  const client = address.mode === 'single' ? new Redis(address.url, failFast) : connectMaster(address)
  return { kind: 'server', client }
}

function connectMaster(address: RedisAddress & { mode: 'sentinel' }): Redis {
  const { sentinelPassword, login } = address
  return new Redis({
    ...failFast,
    ...credentials(login),
    sentinels: address.nodes.map(node => ({ ...node })),
    name: address.masterName,
    db: address.database,
    sentinelRetryStrategy: retryStrategy,
    enableTLSForSentinelMode: login.tls,
    ...(login.tls && { sentinelTLS: {} }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    // A master that was demoted while connected answers so; the Sentinels know the new one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  })
}

function connectCluster({ nodes, login }: RedisAddress & { mode: 'cluster' }, silenceMs: number): Cluster {
  const options = {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    // A command whose caller has given up must not be carried out later.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    redisOptions: {
      ...credentials(login),
      connectTimeout: CONNECT_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      socketTimeout: silenceMs,
    },
  }
  const cluster = new Cluster(
    nodes.map(node => ({ ...node })),
    options,
  )
  // Before anything is sent to it: a replica that becomes a master must not have to be connected to first.
  cluster.on('+node', (node: Redis) => {
    if (node.status === 'wait') node.connect().catch(() => {})
  })
  return cluster
}

function credentials({ username, password, tls }: RedisLogin) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
  }
}
