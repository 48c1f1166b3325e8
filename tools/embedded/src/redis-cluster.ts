import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterMember, createMember } from './member.ts'
import { freePort } from './ports.ts'
import { startRedis } from './redis.ts'

/** A Redis Cluster. */
export interface RedisCluster {
  /** As REDIS_URL. */
  readonly url: string
  /** Masters first, then their replicas in the same order. */
  readonly members: readonly ClusterMember[]
  /** Resolves when every member says that all slots are served. */
  settled(): Promise<void>
  /** The same of all members but one that is away. */
  settledWithout(gone: ClusterMember): Promise<void>
  /** Makes a replica the master, in order and without losing a write. */
  promote(replica: ClusterMember): Promise<void>
  /** Whether the member is a master now. */
  isMaster(member: ClusterMember): Promise<boolean>
  stop(): Promise<void>
}

/** Options of `startRedisCluster`. */
export interface RedisClusterOptions {
  /** Folder for the members' data. */
  dir: string
  masters: number
  /** Replicas of each master; 0 when left out. */
  replicas?: number
  /** After how long a silent member counts as failed. */
  nodeTimeoutMs?: number
}

const SLOT_COUNT = 16_384
const NODE_TIMEOUT_MS = 2000
/** Redis's own limit of a failover that was asked for. */
const FAILOVER_TIMEOUT_MS = 5000
const SETTLE_TIMEOUT_MS = 30_000
const POLL_MS = 50

/** Starts servers and makes them a cluster. A slot that nobody serves does not keep the others from being served. */
export async function startRedisCluster(options: RedisClusterOptions): Promise<RedisCluster> {
  const count = options.masters * (1 + (options.replicas ?? 0))
  const members = await Promise.all(Array.from({ length: count }, (_, index) => startMember(options, index)))
  try {
    await form(
      members.map(member => member.member.port),
      members.map(member => member.busPort),
      options.masters,
    )
    const cluster = clusterOf(members.map(member => member.member))
    await cluster.settled()
    return cluster
  } catch (error) {
    await Promise.all(members.map(({ member }) => member.stop()))
    throw error
  }
}

async function startMember(options: RedisClusterOptions, index: number) {
  const [port, busPort] = await Promise.all([freePort(), freePort()])
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-node-timeout': String(options.nodeTimeoutMs ?? NODE_TIMEOUT_MS),
    'cluster-require-full-coverage': 'no',
    // Or a replica might wait long before its first attempt to follow.
    'repl-diskless-sync-delay': '0',
  }
  const name = `redis-${index + 1}`
  const member = await createMember(name, () => startRedis({ dir: join(options.dir, name), port, settings }))
  return { member, busPort }
}

/** Gives each master its share of the slots, makes all know each other, and the rest replicas. */
async function form(ports: number[], busPorts: number[], masters: number): Promise<void> {
  const [first = 0] = ports
  for (const [index, port] of ports.entries()) {
    await ask(port, `CLUSTER SET-CONFIG-EPOCH ${index + 1}`)
    if (index < masters) await ask(port, `CLUSTER ADDSLOTSRANGE ${slotsOf(index, masters).join(' ')}`)
    if (index > 0) await ask(first, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts[index]}`)
  }
  await until(async () => {
    for (const port of ports) {
      if (fieldOf(await ask(port, 'CLUSTER INFO'), 'cluster_known_nodes') < ports.length) return false
    }
    return true
  }, 'the members of the Redis Cluster do not know each other')
  for (const [index, port] of ports.slice(masters).entries()) {
    const master = bulkOf(await ask(ports[index % masters] ?? first, 'CLUSTER MYID'))
    await ask(port, `CLUSTER REPLICATE ${master}`)
  }
}

function slotsOf(index: number, masters: number): [from: number, to: number] {
  const bound = (number: number) => Math.floor((number * SLOT_COUNT) / masters)
  return [bound(index), bound(index + 1) - 1]
}

function clusterOf(members: ClusterMember[]): RedisCluster {
  const servesAll = async ({ port }: ClusterMember) => {
    const info = await ask(port, 'CLUSTER INFO').catch(() => '')
    return info.includes('cluster_state:ok') && fieldOf(info, 'cluster_slots_ok') === SLOT_COUNT
  }
  const isMaster = async ({ port }: ClusterMember) => (await ask(port, 'ROLE')).includes('master')
  const isLinked = async ({ port }: ClusterMember) => {
    const info = await ask(port, 'INFO replication').catch(() => 'role:slave')
    return !info.includes('role:slave') || info.includes('master_link_status:up')
  }
  const agreeOnEpoch = async () => {
    const infos = await Promise.all(members.map(({ port }) => ask(port, 'CLUSTER INFO')))
    return new Set(infos.map(info => fieldOf(info, 'cluster_current_epoch'))).size === 1
  }
  const settledAmong = (present: ClusterMember[]) =>
    until(async () => {
      for (const member of present) if (!(await servesAll(member)) || !(await isLinked(member))) return false
      return true
    }, 'the Redis Cluster does not serve all slots')
  return {
    url: `redis+cluster://${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    members,
    isMaster,
    settled: () => settledAmong(members),
    settledWithout: gone => settledAmong(members.filter(member => member !== gone)),
    async promote(replica) {
      // Who asks for votes in an epoch that had its vote is refused, and its master's callers wait until it gives up.
      await until(agreeOnEpoch, 'the members of the Redis Cluster do not agree on the epoch')
      // The masters may refuse their votes for a while after the vote before; it is asked for again then.
      let askAgainAt = Number.NEGATIVE_INFINITY
      await until(async () => {
        if (await isMaster(replica)) return true
        if (performance.now() > askAgainAt) {
          askAgainAt = performance.now() + FAILOVER_TIMEOUT_MS
          await ask(replica.port, 'CLUSTER FAILOVER')
        }
        return false
      }, `${replica.name} was not promoted`)
    },
    async stop() {
      await Promise.all(members.map(member => member.stop()))
    },
  }
}

async function until(isDone: () => Promise<boolean>, failure: string): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_TIMEOUT_MS
  while (!(await isDone())) {
    if (performance.now() > giveUpAt) throw new Error(failure)
    await delay(POLL_MS)
  }
}

const fieldOf = (info: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])

/** The text of a bulk reply, "$40\r\n...\r\n". */
const bulkOf = (reply: string) => reply.split('\r\n')[1] ?? ''

/** Sends one inline command and answers with the raw reply; an error reply rejects. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\nQUIT\r\n`))
    socket.setEncoding('utf8')
    socket.on('data', (data: string) => (reply += data))
    socket.once('error', reject)
    socket.once('close', () => {
      if (reply.startsWith('-') || reply === '') reject(new Error(`Redis answered ${command} with "${reply.trim()}"`))
      else resolve(reply)
    })
  })
}
