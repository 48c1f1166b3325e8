import type { AddressInfo } from 'node:net'
import { connectNats, createUsagePublisher, type Invalidation, subscribeInvalidations } from '@mtg/events'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import type { Closable, Ops, ServiceContext } from '@mtg/runtime'
import { type Assembly, assembleEdge } from './assemble.ts'
import type { SystemHealth } from './clients/system-health.ts'
import type { EdgeSettings } from './config.ts'
import { BACKLOG, canShare, claimPort, openAcceptLanes } from './http/accept-lanes.ts'
import { circuitService } from './rpc/circuit-service.ts'

/** A running edge. */
export interface Edge extends Closable {
  /** "host:port" with the real port. */
  readonly address: string
}

/** Starts the edge proxy; it listens at once and heals by itself, whatever is away. */
export async function startEdge(context: ServiceContext<EdgeSettings>): Promise<Edge> {
  const { config, log, metrics, ops } = context
  const prefix = config.NATS_PREFIX
  const nats = connectNats({ url: config.NATS_URL, name: 'edge-proxy', log })
  const usage = createUsagePublisher({
    nats,
    prefix,
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
  const isPushConnected = () => nats.isConnected()
  const isUsageFlowing = () => usage.isFlowing()
  const assembly = assembleEdge({ ...context, usage, isPushConnected, isUsageFlowing })
  const subscription = subscribeInvalidations(
    nats,
    prefix,
    event => forget(assembly, event),
    () => forgetEverything(assembly),
  )
  ops.onDraining(() => assembly.announceStop())
  addChecks(ops, assembly.health, { nats: isPushConnected, usage: isUsageFlowing })

  const operators = await serveOperators(context, assembly)
  const [host, port] = splitAddress(config.HTTP_LISTEN)
  await claimPort({ host, port })
  // fastify passes on what its types do not name.
  const listenOptions = { host, port, backlog: BACKLOG, reusePort: canShare }
  await assembly.app.listen(listenOptions)
  const { port: realPort } = assembly.app.server.address() as AddressInfo
  const lanes = await openAcceptLanes(assembly.app.server, { host, port: realPort })
  const address = `${host}:${realPort}`
  log.info({ address, baseUrl: config.BASE_URL }, 'listening')

  return {
    address,
    async close() {
      const closing = lanes.close()
      await assembly.close()
      await closing
      await operators?.close()
      subscription.close()
      await usage.close()
      await nats.close()
    },
  }
}

/** What operators ask for over gRPC; calls do not need it. */
async function serveOperators(
  { config, log, ops, metrics }: ServiceContext<EdgeSettings>,
  { circuits }: Assembly,
): Promise<GrpcServer | undefined> {
  if (config.GRPC_LISTEN === undefined) return undefined
  return await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.edge',
    implementations: [circuitService(circuits)],
    health: ops,
    log,
    metrics,
  })
}

function forget({ authCache, rateRefusals }: Assembly, { kind, id }: Invalidation): void {
  switch (kind) {
    case 'key':
    case 'buyer':
      return authCache.forget(kind, id)
    case 'catalogue':
      // Purchases and their limits belong to it.
      return rateRefusals.forgetAll()
    default:
      return kind satisfies never
  }
}

/** Something may have been missed while the bus was away. */
function forgetEverything({ authCache, rateRefusals }: Assembly): void {
  authCache.forgetAll()
  rateRefusals.forgetAll()
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

function splitAddress(address: string): [host: string, port: number] {
  const separator = address.lastIndexOf(':')
  return [address.slice(0, separator).replace(/^\[|\]$/g, ''), Number(address.slice(separator + 1))]
}
