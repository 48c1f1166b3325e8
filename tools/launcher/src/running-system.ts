import type { Applied } from '@mtg/marketplace'
import type { Identities } from './identities.ts'
import type { Instance } from './instance.ts'
import type { MarketplaceText } from './marketplace.ts'
import { allReady, type Replica, restartAll } from './replicas.ts'
import type { Servers } from './servers.ts'
import type { ServiceName } from './services.ts'
import type { InstanceState } from './state-file.ts'

/** A process of a service. */
export interface RunningReplica {
  service: ServiceName
  name: string
  /** Its HTTP origin, if it has one. */
  origin: string
  /** Answers 200 while it can serve. */
  readyUrl: string
  /** Origin of its operations port: /livez, /readyz, /metrics. */
  operations: string
}

/** A running gateway. */
export interface RunningSystem {
  baseUrl: string
  /** Origin of the console; null when it does not run. */
  console: string | null
  /** Folder of messages to people. */
  outboxDir: string
  /** Origins of all edge replicas. */
  edgeUrls: string[]
  /** Every process of a service, by its name. */
  replicas: readonly RunningReplica[]
  /** gRPC addresses; several replicas have commas between. */
  grpc: InstanceState['grpc']
  servers: Pick<Servers, 'databaseUrl' | 'cellDatabaseUrls' | 'redisUrl' | 'natsUrl'>
  /** What was applied at the start; undefined without a file. */
  marketplace: MarketplaceText | undefined
  /** What the marketplace file changed, and keys it made; undefined without a file. */
  applied: Applied | undefined
  /** The GRPC_TOKEN of a service, or of people: for clients of its gRPC. */
  secretOf: Identities['secretOf']
  /** Process ids by name, as they are now. */
  pids: () => Record<string, number>
  /** The settings a service runs with. */
  envOf: (service: ServiceName) => Record<string, string>
  /** The log of a process. */
  logFile: (name: string) => string
  /** Applies another marketplace text. */
  apply: (marketplace: MarketplaceText) => Promise<Applied>
  /** Sends SIGKILL (or another signal) to a process by name; it will be started again. Answers with its process id. */
  kill: (name: string, signal?: NodeJS.Signals) => number
  /** Ends every process of a service in order, starts it at once, and waits until it is ready, or `signal` aborts. */
  restart: (service: ServiceName, signal?: AbortSignal) => Promise<void>
  /** Waits until every service answers ready. */
  ready: () => Promise<void>
  /** Stops everything in order: edge first, so that calls under way finish. */
  stop: () => Promise<void>
  /** Ends everything at once. */
  killAll: () => void
}

/** Origins of the operations ports, by name of the process. */
export function operationsOf(replicas: readonly RunningReplica[]): Record<string, string> {
  return Object.fromEntries(replicas.map(({ name, operations }) => [name, operations]))
}

/** What can be asked of, and done to, the processes. */
export function controlsOf(instance: Instance, replicas: Replica[]) {
  return {
    edgeUrls: replicas.filter(replica => replica.service === 'edge-proxy').map(replica => replica.origin),
    replicas: replicas.map(({ service, process, origin, readyUrl, operations }) => ({
      service,
      name: process.name,
      origin,
      readyUrl,
      operations,
    })),
    pids: instance.pids,
    envOf: (service: ServiceName) => ({ ...replicas.find(replica => replica.service === service)?.env }),
    logFile: (name: string) => instance.dataDir.logFile(name),
    kill: (name: string, signal: NodeJS.Signals = 'SIGKILL') => signalProcess(instance.pids(), name, signal),
    restart: (service: ServiceName, signal?: AbortSignal) =>
      restartAll(
        replicas.filter(replica => replica.service === service),
        signal,
      ),
    ready: () => allReady(replicas),
    stop: instance.stop,
    killAll: instance.killAll,
  }
}

function signalProcess(pids: Record<string, number>, name: string, signal: NodeJS.Signals): number {
  const pid = pids[name]
  if (pid === undefined) throw new Error(`no process is called ${name}; there are ${Object.keys(pids).join(', ')}`)
  process.kill(pid, signal)
  return pid
}
