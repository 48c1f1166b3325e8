import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterMember, createMember } from './member.ts'
import { startNats } from './nats.ts'
import { freePort } from './ports.ts'

/** A NATS cluster with JetStream. */
export interface NatsCluster {
  /** As NATS_URL. */
  readonly url: string
  readonly members: readonly ClusterMember[]
  /** Resolves when JetStream has a leader and every member is up to date. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const SETTLE_TIMEOUT_MS = 30_000
const POLL_MS = 50

/** Starts so many servers as one cluster, each with data of its own below `dir`. */
export async function startNatsCluster(options: { dir: string; servers: number }): Promise<NatsCluster> {
  const numbers = Array.from({ length: options.servers }, (_, index) => index + 1)
  const plans = await Promise.all(
    numbers.map(async number => ({
      name: `nats-${number}`,
      port: await freePort(),
      routePort: await freePort(),
      healthPort: await freePort(),
    })),
  )
  const members = await Promise.all(
    plans.map(({ name, port, routePort, healthPort }) => {
      const routes = plans.filter(plan => plan.name !== name).map(plan => plan.routePort)
      const member = { cluster: 'mtg', name, routePort, routes, healthPort }
      return createMember(name, () => startNats({ dir: join(options.dir, name), port, member }))
    }),
  )
  const stop = async () => void (await Promise.all(members.map(member => member.stop())))
  const settled = async () => {
    for (const { name, healthPort } of plans) await untilHealthy(name, healthPort)
  }
  await settled().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url: members.map(member => member.url).join(','), members, settled, stop }
}

async function untilHealthy(name: string, healthPort: number): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${healthPort}/healthz`).then(
      async response => (await response.text(), response.status),
      () => 0,
    )
    if (status === 200) return
    if (performance.now() > giveUpAt) throw new Error(`${name} is not healthy (status ${status})`)
    await delay(POLL_MS)
  }
}
