import type { WantedAddresses } from './endpoints.ts'
import type { GivenServers } from './given-servers.ts'
import type { Build } from './instance.ts'
import type { MarketplaceText } from './marketplace.ts'
import type { ServiceName } from './services.ts'

/** What to start, and on what. Only `dataDir` and `env` are needed. */
export interface SystemOptions {
  dataDir: string
  /** The environment that processes inherit; settings of services in it (LOG_LEVEL, lifetimes, limits) take effect. */
  env: NodeJS.ProcessEnv
  /** Forget everything in the data folder first. */
  fresh?: boolean
  /** Existing servers, in place of embedded ones. The database must exist. */
  servers?: GivenServers
  /** Prefixes that keep instances on the same Redis and NATS apart. */
  redisPrefix?: string
  natsPrefix?: string
  /** Addresses asked for; free ports otherwise. */
  addresses?: WantedAddresses
  /** `{base_url}`; made from the edge's address when left out. */
  baseUrl?: string
  /** Applied before the edge listens. */
  marketplace?: MarketplaceText
  /** Others than this machine's users may reach the gateway: keys and passwords that everybody can read are not applied. */
  exposed?: boolean
  /** Start the sample publishers, on these ports if they are free. */
  samples?: Record<string, number | undefined>
  /** A built folder that the services run from, by an unprivileged user; this checkout when left out. */
  build?: Build
  /** Which services run; all when left out. */
  services?: ServiceName[]
  /** More than one process of a service. */
  replicas?: Partial<Record<ServiceName, number>>
  /** Billing in so many cells, each with a database of its own; as many as there were when left out. */
  cells?: number
  /** Settings for single services, over all others. */
  serviceEnv?: Partial<Record<ServiceName, Record<string, string>>>
  /** Services that nobody's call waits for step back where the machine has too little for all. */
  callsFirst?: boolean
  /** Flags for the Node of single services, over their usual ones. */
  serviceFlags?: Partial<Record<ServiceName, readonly string[]>>
  /** Ends the start, not the running system. */
  signal?: AbortSignal
  /** Told what is being done. */
  onProgress?: (line: string) => void
}
