import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ServiceRef } from '@mtg/contracts'
import { fieldOf } from '@mtg/primitives'
import { addressesNow, type ClientOptions, createClient, personHere, type ServiceClient } from '@mtg/rpc'
import { CliError } from './failure.ts'

/** The services that the command line talks to. */
type Area = 'auth' | 'billing' | 'metering' | 'oauth' | 'edge'

const AREAS: readonly Area[] = ['auth', 'billing', 'metering', 'oauth', 'edge']

/** A running gateway, as `npm start` left its addresses, or as the environment names them. */
export interface Instance {
  /** A client that is closed with the instance. */
  client<Definition>(area: Area, ref: ServiceRef<Definition>): ServiceClient<Definition>
  /** One for each replica that there is now, for services whose replicas share nothing. */
  each<Definition>(area: Area, ref: ServiceRef<Definition>): Promise<ServiceClient<Definition>[]>
  /** Where the public signing keys are. */
  jwksUrl(): string
  /** Origins of the operations ports, by name of the process. */
  operations(): Readonly<Record<string, string>>
  close(): void
}

/** How long one request may take. */
export const LIMITS = { timeoutMs: 30_000 }

/** Long work: verifying a large ledger, or repairing much usage. */
export const SLOW_LIMITS = { timeoutMs: 600_000 }

/**
 * Finds the instance: AUTH_GRPC, BILLING_GRPC, METERING_GRPC, OAUTH_GRPC and EDGE_GRPC first, then DATA_DIR/state.json; and
 * who the operator is: GRPC_TOKEN first, then the credential file that the state names.
 */
export function findInstance(env: NodeJS.ProcessEnv, cwd: string): Instance {
  const dataDir = resolve(cwd, env.DATA_DIR || '.data')
  const state = readState(dataDir)
  const addresses = new Map(AREAS.map(area => [area, env[`${area.toUpperCase()}_GRPC`] || state.grpc[area]]))
  const clients: { close: () => void }[] = []
  const addressOf = (area: Area): string => {
    const address = addresses.get(area)
    // An instance that a release without this service runs has no address of it.
    if (!address) throw new CliError(notRunning(dataDir, area))
    return address
  }
  const open = <Definition>(address: string, ref: ServiceRef<Definition>): ServiceClient<Definition> => {
    const options: ClientOptions = { address, token: env.GRPC_TOKEN || state.secret, person: personHere() }
    const client = createClient(ref, options)
    clients.push(client)
    return client
  }
  return {
    client: (area, ref) => open(addressOf(area), ref),
    each: async (area, ref) => (await addressesNow(addressOf(area))).map(address => open(address, ref)),
    jwksUrl() {
      if (state.gateway === undefined) throw new CliError(noKeysIn(dataDir))
      return `${state.gateway}/.well-known/jwks.json`
    },
    operations() {
      if (state.operations === undefined) throw new CliError(noOperationsIn(dataDir))
      return state.operations
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

interface KnownState {
  /** Origin of the edge. */
  readonly gateway?: string
  readonly grpc: Partial<Record<Area, string>>
  readonly operations?: Readonly<Record<string, string>>
  /** The operator's secret. */
  readonly secret?: string
}

function readState(dataDir: string): KnownState {
  const file = join(dataDir, 'state.json')
  if (!existsSync(file)) return { grpc: {} }
  const state = readJson(file)
  const gateway = fieldOf(state, 'gateway')
  const operatorFile = fieldOf(fieldOf(state, 'credentials'), 'operator')
  const secret = typeof operatorFile === 'string' ? fieldOf(readJson(operatorFile), 'secret') : undefined
  return {
    grpc: addressesOf(fieldOf(state, 'grpc')),
    ...(typeof gateway === 'string' && { gateway }),
    ...operationsOf(fieldOf(state, 'operations')),
    ...(typeof secret === 'string' && { secret }),
  }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function addressesOf(grpc: unknown): KnownState['grpc'] {
  const addresses: Partial<Record<Area, string>> = {}
  for (const area of AREAS) {
    const address = fieldOf(grpc, area)
    if (typeof address === 'string') addresses[area] = address
  }
  return addresses
}

function operationsOf(operations: unknown): Pick<KnownState, 'operations'> {
  if (typeof operations !== 'object' || operations === null) return {}
  return { operations: Object.fromEntries(Object.entries(operations).map(([name, origin]) => [name, String(origin)])) }
}

const noOperationsIn = (dataDir: string) =>
  `No running gateway was found in ${dataDir}: name the operations ports, --ops NAME=http://host:port.`

const noKeysIn = (dataDir: string) =>
  `No running gateway was found in ${dataDir}: name the keys to verify with, --jwks FILE or URL.`

function notRunning(dataDir: string, area: Area): string {
  return [
    `No running gateway was found in ${dataDir}.`,
    'Start one with "npm start", set DATA_DIR to the folder of the one you mean,',
    `or name its address: ${area.toUpperCase()}_GRPC=host:port.`,
  ].join('\n')
}
