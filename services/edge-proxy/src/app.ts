import { openOperators, openRemoteActLog } from '@mtg/audit'
import {
  changeTold,
  connectNats,
  createUsagePublisher,
  type FactsChange,
  type Invalidation,
  subscribeInvalidations,
} from '@mtg/events'
import { serveGrpc } from '@mtg/rpc'
import type { Closable, Ops, ServiceContext } from '@mtg/runtime'
import { type Assembly, assembleEdge } from './assemble/edge.ts'
import type { SystemHealth } from './clients/system-health.ts'
import type { EdgeSettings } from './config.ts'
import { listen } from './http/listen.ts'
import { circuitActs, circuitService } from './rpc/circuit-service.ts'
import { probeService } from './rpc/probe-service.ts'

/** A running edge. */
export interface Edge extends Closable {
  /** "host:port" with the real port. */
  readonly address: string
}

/** Starts the edge proxy; it listens at once and heals by itself, whatever is away. */
export async function startEdge(context: ServiceContext<EdgeSettings>): Promise<Edge> {
  const { config, log, ops } = context
  const bus = connectBus(context)
  const isPushConnected = () => bus.nats.isConnected()
  const isUsageFlowing = () => bus.usage.isFlowing()
  const edge = assembleEdge({ ...context, usage: bus.usage, isPushConnected, isUsageFlowing })
  const subscription = subscribeInvalidations(
    bus.nats,
    config.NATS_PREFIX,
    event => forget(edge, event),
    () => forgetEverything(edge),
  )
  ops.onDraining(() => edge.announceStop())
  addChecks(ops, edge.health, { nats: isPushConnected, usage: isUsageFlowing })
  const operators = await serveOperators(context, edge)
  const listening = await listen(edge.app, config.HTTP_LISTEN)
  log.info({ address: listening.address, baseUrl: config.BASE_URL }, 'listening')

  return {
    address: listening.address,
    async close() {
      const closing = listening.close()
      await edge.close()
      await closing
      await operators?.close()
      subscription.close()
      await bus.usage.close()
      await bus.nats.close()
    },
  }
}

/** The connection to NATS, and what publishes usage events over it. */
function connectBus({ config, log, metrics }: ServiceContext<EdgeSettings>) {
  const nats = connectNats({ url: config.NATS_URL, name: 'edge-proxy', log })
  const usage = createUsagePublisher({
    nats,
    prefix: config.NATS_PREFIX,
    log,
    metrics,
    bufferMax: config.USAGE_BUFFER_MAX,
    bufferBytesMax: config.USAGE_BUFFER_BYTES_MAX,
    observationsPerSecond: config.OBSERVATIONS_PER_SECOND,
    stream: {
      bytesMax: config.USAGE_STREAM_MAX_BYTES,
      observationBytesMax: config.OBSERVATION_STREAM_MAX_BYTES,
      replicas: config.USAGE_STREAM_REPLICAS,
    },
  })
  return { nats, usage }
}

/** What operators and publishers ask for over gRPC; calls do not need it. */
async function serveOperators(
  { config, log, ops, metrics }: ServiceContext<EdgeSettings>,
  { circuits, prober }: Assembly,
): Promise<Closable | undefined> {
  if (config.GRPC_LISTEN === undefined) return undefined
  const auth = { address: config.AUTH_ADDR, token: config.GRPC_TOKEN }
  const operators = openOperators(auth)
  const actLog = openRemoteActLog(auth, log)
  const server = await serveGrpc({
    listen: config.GRPC_LISTEN,
    administration: {
      log: actLog,
      findOperator: accountId => operators.find(accountId),
      descriptions: [circuitActs(circuits)],
    },
    callers: config.GRPC_CALLERS,
    domain: 'gateway.edge',
    implementations: [circuitService(circuits), probeService(prober)],
    health: ops,
    log,
    metrics,
  })
  return {
    async close() {
      await server.close()
      operators.close()
      actLog.close()
    },
  }
}

function forget(edge: Assembly, { kind, id }: Invalidation): void {
  switch (kind) {
    case 'key':
    case 'buyer':
      return edge.authCache.forget(kind, id)
    case 'catalogue':
    case 'purchases':
      return forgetOffers(edge, changeTold({ kind, id }))
    case 'key_limits':
      return edge.reservationsAhead.forget(changeTold({ kind, id }))
    default:
      return kind satisfies never
  }
}

/** Something may have been missed while the bus was away. */
function forgetEverything(edge: Assembly): void {
  edge.authCache.forgetAll()
  forgetOffers(edge, 'everything')
}

function forgetOffers({ rateRefusals, reservationsAhead }: Assembly, change: FactsChange): void {
  rateRefusals.forget(change)
  reservationsAhead.forget(change)
}

/** What calls can do without, and whether it works. */
type Dispensable = Readonly<Record<'nats' | 'usage', () => boolean>>

function addChecks(ops: Ops, health: SystemHealth, dispensable: Dispensable): void {
  for (const name of ['auth', 'billing']) {
    const probe = async () => {
      const { checks } = await health.report()
      if (checks[name] !== 'up') throw new Error(`${name} is not serving`)
    }
    ops.addCheck(name, probe, { critical: true })
  }
  for (const [name, isUp] of Object.entries(dispensable)) {
    const probe = async () => {
      if (!isUp()) throw new Error(name === 'nats' ? 'not connected' : 'usage events wait to be taken by NATS')
    }
    ops.addCheck(name, probe, { critical: false })
  }
}
