import { freePort, isPortFree } from '@mtg/embedded'
import { joinAddress, splitAddress } from '@mtg/primitives'
import type { Endpoint, ServiceName, ServiceSpec } from './services.ts'
import { StartError } from './start-error.ts'

/** Where services listen: given addresses for the first replica, free ports for all else. */
export type Endpoints = Map<ServiceName, Endpoint[]>

/** An address that was asked for, and the setting that asked. */
interface WantedAddress {
  address: string
  setting: string
  /** Nobody has asked for just this one: when it is taken, any free one will do. */
  mayDiffer?: boolean
}

/** What was asked for, by `service:kind`; of billing's further cells by `billing-CELL:grpc`. */
export type WantedAddresses = Partial<
  Record<`${ServiceName}:${'grpc' | 'http'}` | `billing-${string}:grpc`, WantedAddress>
>

/** Gives every replica of every service its addresses, and refuses those that are taken. */
export async function assignEndpoints(
  specs: ServiceSpec[],
  replicas: Partial<Record<ServiceName, number>>,
  wanted: WantedAddresses,
  cells: readonly string[] = ['home'],
): Promise<Endpoints> {
  const endpoints: Endpoints = new Map()
  for (const spec of specs) {
    const count = replicas[spec.name] ?? 1
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const own = await Promise.all(numbers.map(number => assign(spec, number, wanted)))
    endpoints.set(spec.name, spec.name === 'billing' ? await inCells(spec, own, cells, wanted) : own)
  }
  return endpoints
}

/** The same number of processes for each further cell. */
async function inCells(
  spec: ServiceSpec,
  home: Endpoint[],
  cells: readonly string[],
  wanted: WantedAddresses,
): Promise<Endpoint[]> {
  const [homeName, ...others] = cells
  if (homeName === undefined || others.length === 0) return home
  const further = others.map(cell =>
    Promise.all(
      home.map(async (_, index) => ({
        ...(await assign(spec, index + 1, wantedIn(cell, wanted))),
        name: index === 0 ? `${spec.name}-${cell}` : `${spec.name}-${cell}-${index + 1}`,
        cell,
      })),
    ),
  )
  return [...home.map(endpoint => ({ ...endpoint, cell: homeName })), ...(await Promise.all(further)).flat()]
}

function wantedIn(cell: string, wanted: WantedAddresses): WantedAddresses {
  const asked = wanted[`billing-${cell}:grpc`]
  return asked === undefined ? {} : { 'billing:grpc': asked }
}

async function assign(spec: ServiceSpec, number: number, wanted: WantedAddresses): Promise<Endpoint> {
  const address = async (kind: 'grpc' | 'http'): Promise<string> => {
    if (!spec.listens.includes(kind)) return ''
    const asked = number === 1 ? wanted[`${spec.name}:${kind}`] : undefined
    return asked === undefined ? freeAddress() : refuseTaken(asked)
  }
  return {
    name: number === 1 ? spec.name : `${spec.name}-${number}`,
    grpc: await address('grpc'),
    http: await address('http'),
    ops: await freeAddress(),
  }
}

const freeAddress = async () => `127.0.0.1:${await freePort()}`

async function refuseTaken(wanted: WantedAddress): Promise<string> {
  const { host, port } = splitAddress(wanted.address)
  if (await isPortFree(port, host)) return wanted.address
  if (wanted.mayDiffer === true) return joinAddress({ host, port: await freePort() })
  throw new StartError(
    `${wanted.address} is in use by another program, or may not be listened on.`,
    `Choose another one with ${wanted.setting}, for example: ${wanted.setting}=${exampleFor(wanted)} npm start`,
  )
}

function exampleFor(wanted: WantedAddress): string {
  const { host, port } = splitAddress(wanted.address)
  const next = Math.min(port + 10, 32_000)
  return wanted.setting.endsWith('_PORT') ? String(next) : joinAddress({ host, port: next })
}
