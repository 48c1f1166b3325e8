import {
  type Behaviour,
  behaviours,
  type ClusterServers,
  type Constellation,
  type FakePublisher,
  progressEvent,
  resultEvent,
  startClusterServers,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { type Balancer, openBalancer } from './balancer.ts'
import { type Group, marketplaceOf } from './market.ts'

/** Two of every service on clusters of servers, with a load balancer in front. */
export interface Layout {
  readonly gateway: Constellation
  readonly servers: ClusterServers
  readonly publisher: FakePublisher
  readonly balancer: Balancer
  stop(): Promise<void>
}

/** What a layout is made with. */
export interface LayoutOptions {
  readonly groups: readonly Group[]
  /** Processes of each service: 2 when left out. */
  readonly replicas?: number
  /** Replicas of each Redis master: 0 when left out. */
  readonly redisReplicas?: number
}

const STREAM_REPLICAS = 3
/** Longer than the balancer needs to notice. */
const DRAIN_DELAY_MS = 1000
/** A Redis master that hands over lets its callers wait for a tenth of a second and more. */
const REDIS_TIMEOUT_MS = 1000
/** On a busy machine a process that starts takes the time of those that serve; here nobody gives up. */
const PATIENCE_MS = 6000

/** Starts it; everything is ready then. */
export async function startLayout(options: LayoutOptions): Promise<Layout> {
  const { groups, replicas = 2, redisReplicas = 0 } = options
  const publisher = await startFakePublisher()
  publisher.behave(publish())
  const servers = await startClusterServers({ redisReplicas })
  const stops: (() => Promise<void>)[] = [() => servers.stop(), () => publisher.close()]
  const stop = async () => {
    for (const stopOne of stops.toReversed()) await stopOne()
  }
  try {
    const gateway = await startConstellation({
      servers: servers.servers,
      console: true,
      replicas: {
        auth: replicas,
        billing: replicas,
        metering: replicas,
        'oauth-server': replicas,
        console: replicas,
        'edge-proxy': replicas,
      },
      marketplace: marketplaceOf(groups, `${publisher.origin}/mcp`),
      env: { LOG_LEVEL: 'info', USAGE_STREAM_REPLICAS: String(STREAM_REPLICAS) },
      serviceEnv: { 'edge-proxy': edgeEnv(), billing: { REDIS_TIMEOUT_MS: String(REDIS_TIMEOUT_MS) } },
    })
    stops.push(() => gateway.stop())
    const balancer = await openBalancer(gateway.replicas.filter(replica => replica.service === 'edge-proxy'))
    stops.push(() => balancer.close())
    return { gateway, servers, publisher, balancer, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const delivered = resultEvent({ resultType: 'complete', content: [{ type: 'text', text: 'x' }] })
const edgeEnv = () => ({
  DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
  AUTH_TIMEOUT_MS: String(PATIENCE_MS),
  RESERVE_TIMEOUT_MS: String(PATIENCE_MS),
  SETTLE_TIMEOUT_MS: String(PATIENCE_MS),
})

const LATENCIES_MS = [0, 5, 20, 80]

/** Takes its time, each call another one, so that some are under way at every moment. */
function publish(): Behaviour {
  const good = behaviours.wellBehaved()
  let turn = 0
  return async (request, response) => {
    turn += 1
    const latencyMs = LATENCIES_MS[turn % LATENCIES_MS.length] ?? 0
    if (latencyMs > 0) await new Promise(resolve => setTimeout(resolve, latencyMs))
    if (!request.path.endsWith('/stream')) return good(request, response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(progressEvent(1))
    await new Promise(resolve => setTimeout(resolve, latencyMs))
    response.end(delivered(request))
  }
}
