import assert from 'node:assert/strict'
import type { ClusterMember } from '@mtg/embedded'
import type { RunningReplica } from '@mtg/launcher'
import { eventually } from '@mtg/testing'
import type { Layout } from './layout.ts'

const RESTART_TIMEOUT_MS = 60_000

/** Asks a process to stop, and waits until the one that the launcher starts in its place is ready. */
async function restartReplica({ gateway }: Layout, replica: RunningReplica): Promise<void> {
  const before = gateway.kill(replica.name, 'SIGTERM')
  await eventually(async () => {
    const now = gateway.pids()[replica.name]
    assert.ok(now !== undefined && now !== before, `${replica.name} has not been started again`)
    assert.equal(await statusOf(replica.readyUrl), 200, `${replica.name} is not ready`)
  }, RESTART_TIMEOUT_MS)
}

/** One after the other, the next one only when the one before is ready: every replica of every service. */
export async function rollAll(layout: Layout, onRestarted: (name: string) => void = () => {}): Promise<void> {
  for (const replica of layout.gateway.replicas) {
    await restartReplica(layout, replica)
    onRestarted(replica.name)
  }
}

/** Redis masters in turn: each hands over to its replica, is restarted, and follows it. */
export async function rollRedis({ servers: { redis } }: Layout): Promise<void> {
  const half = redis.members.length / 2
  for (const [index, one] of redis.members.slice(0, half).entries()) {
    const other = redis.members[index + half]
    assert.ok(other !== undefined)
    const [master, replica] = (await redis.isMaster(one)) ? [one, other] : [other, one]
    await redis.promote(replica)
    await master.stop()
    await master.start()
    await redis.settled()
  }
}

/** NATS servers in turn; each hands its leadership over as it stops. */
export async function rollNats(layout: Layout, log: (line: string) => void): Promise<void> {
  for (const member of layout.servers.nats.members) {
    await member.stop()
    await member.start()
    await settleNats(layout, member, log)
  }
}

/**
 * Waits until the NATS servers are up to date again after one came back. 2.10.27 leaves such a one behind for good now and then; as whoever
 * runs it would, it is restarted once more (docs/scale.md), and that is said.
 */
export async function settleNats(
  { servers: { nats } }: Layout,
  member: ClusterMember,
  log: (line: string) => void,
): Promise<void> {
  try {
    await nats.settled()
  } catch (thrown) {
    log(`${String(thrown)}: ${member.name} is restarted once more`)
    await member.stop()
    await member.start()
    await nats.settled()
  }
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url).catch(() => undefined)
  await response?.text()
  return response?.status ?? 0
}
