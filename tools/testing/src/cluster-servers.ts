import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClusterMember,
  createMember,
  freePort,
  type NatsCluster,
  type RedisCluster,
  removeServerData,
  startNatsCluster,
  startPostgres,
  startPostgresReplica,
  startRedisCluster,
} from '@mtg/embedded'
import type { GivenServers } from '@mtg/launcher'
import { Client } from 'pg'

/** The servers of a layout without a single point of failure, but for the primary database. */
export interface ClusterServers {
  /** For `startConstellation`. */
  readonly servers: GivenServers
  readonly redis: RedisCluster
  readonly nats: NatsCluster
  readonly postgres: ClusterMember
  readonly postgresReplica: ClusterMember
  stop(): Promise<void>
}

/** How large. */
export interface ClusterServersOptions {
  /** Masters of the Redis Cluster: 3 when left out. */
  readonly redisMasters?: number
  /** Replicas of each: 0 when left out. */
  readonly redisReplicas?: number
  /** NATS servers: 3 when left out. */
  readonly natsServers?: number
}

const DATABASE = 'mtg'

/** Starts a Redis Cluster, a NATS cluster and PostgreSQL with a streaming replica, all with data of their own. */
export async function startClusterServers(options: ClusterServersOptions = {}): Promise<ClusterServers> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-cluster-'))
  chmodSync(home, 0o755)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map(stopOne => stopOne()))
    for (const name of ['postgres', 'postgres-replica']) removeServerData(join(home, name))
    rmSync(home, { recursive: true, force: true })
  }
  const kept = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting
    stops.push(() => started.stop())
    return started
  }
  const { redisMasters: masters = 3, redisReplicas: replicas = 0, natsServers = 3 } = options
  try {
    const [redis, nats, postgres] = await Promise.all([
      kept(startRedisCluster({ dir: join(home, 'redis'), masters, replicas })),
      kept(startNatsCluster({ dir: join(home, 'nats'), servers: natsServers })),
      kept(startPrimary(join(home, 'postgres'))),
    ])
    const postgresReplica = await kept(startReplica(join(home, 'postgres-replica'), postgres.url))
    const servers = {
      // On a busy machine a process that starts takes the time of those that serve.
      databaseUrl: `${postgres.url}/${DATABASE}?connect_timeout=6`,
      databaseReadUrl: `${postgresReplica.url}/${DATABASE}`,
      redisUrl: redis.url,
      natsUrl: nats.url,
    }
    return { servers, redis, nats, postgres, postgresReplica, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startPrimary(dir: string): Promise<ClusterMember> {
  const port = await freePort()
  const primary = await createMember('postgres', () => startPostgres({ dir, port, durable: false }))
  const client = new Client({ connectionString: `${primary.url}/postgres` })
  await client.connect()
  await client.query(`CREATE DATABASE ${DATABASE}`)
  await client.end()
  return primary
}

async function startReplica(dir: string, primaryUrl: string): Promise<ClusterMember> {
  const port = await freePort()
  return await createMember('postgres-replica', () => startPostgresReplica({ dir, port, primaryUrl, durable: false }))
}
