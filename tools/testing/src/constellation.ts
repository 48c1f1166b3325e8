import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, removeServerData } from '@mtg/embedded'
import { type RunningSystem, type SystemOptions, serviceNames, startSystem } from '@mtg/launcher'
import type { Applied } from '@mtg/marketplace'
import { createInspector, type Inspector } from './inspector.ts'
import { provideSharedServers, type ServerShare } from './server-share.ts'

/** What a test wants to run. */
export interface ConstellationOptions
  extends Pick<SystemOptions, 'build' | 'services' | 'replicas' | 'cells' | 'serviceEnv' | 'baseUrl' | 'callsFirst'> {
  /** Text of a marketplace file; an empty system when left out. */
  marketplace?: string
  /** Start the console as well: the API of people and their pages, which most tests need not. */
  console?: boolean
  /** Start the sample publishers as well, on free ports that take the place of those in the marketplace. */
  samples?: boolean
  /** Where services listen, by `service:kind`; free ports otherwise. */
  addresses?: NonNullable<SystemOptions['addresses']>
  /** Settings for every service. */
  env?: Record<string, string>
  /** Own PostgreSQL, Redis and NATS, for tests that kill them; the test run's shared ones otherwise. */
  ownServers?: boolean
  /** A folder that its data, and that of its own servers, are kept in beyond its end; what is there is taken up again. */
  dir?: string
  /** Forget what was kept there. */
  fresh?: boolean
  /** Servers that the test has started itself, such as `startClusterServers` does. */
  servers?: NonNullable<SystemOptions['servers']>
}

/** The real gateway, as `npm start` runs it, on free ports and with data of its own. */
export interface Constellation extends Omit<RunningSystem, 'apply'>, Inspector {
  /** Applies another marketplace text. */
  apply(marketplace: string): Promise<Applied>
  /** As `stop`. */
  [Symbol.asyncDispose](): Promise<void>
}

const MARKETPLACE_NAME = 'test marketplace'

/** Starts the gateway. Stop it in `after`: its processes and data are gone then. */
export async function startConstellation(options: ConstellationOptions = {}): Promise<Constellation> {
  const {
    marketplace,
    env,
    dir,
    ownServers = options.servers !== undefined || dir !== undefined,
    samples = false,
    console = false,
    ...passedOn
  } = options
  const home = dir ?? mkdtempSync(join(tmpdir(), 'mtg-constellation-'))
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755) // An embedded PostgreSQL may run as another user.
  const share = ownServers
    ? undefined
    : await provideSharedServers(`mtg_${randomBytes(6).toString('hex')}`, { migrated: true })
  const remove = async (): Promise<void> => {
    await share?.remove()
    if (dir !== undefined) return
    for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(home, 'data', name))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const dataDir = join(home, 'data')
    const allEnv = { ...process.env, ...env }
    const shared = share === undefined ? {} : sharesOf(share)
    const applied = marketplace === undefined ? {} : { marketplace: asFile(marketplace) }
    const publishers = samples ? { samples: await freeSamplePorts() } : {}
    const services = { services: options.services ?? serviceNames.filter(name => console || name !== 'console') }
    const system = await startSystem({
      ...passedOn,
      ...services,
      ...shared,
      ...applied,
      ...publishers,
      dataDir,
      env: allEnv,
    })
    return assemble(system, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** The usual ports are for people; tests run beside each other. */
async function freeSamplePorts(): Promise<Record<string, number>> {
  const names = ['mcp-publisher', 'llm-publisher']
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await freePort()] as const)))
}

const asFile = (text: string) => ({ file: MARKETPLACE_NAME, text })

function sharesOf({ servers, redisPrefix, natsPrefix }: ServerShare) {
  return { servers, redisPrefix, natsPrefix }
}

function assemble(system: RunningSystem, remove: () => Promise<void>): Constellation {
  const inspector = createInspector(system.grpc, system.secretOf('operator'))
  const stop = async (): Promise<void> => {
    inspector.close()
    await system.stop()
    await remove()
  }
  return { ...system, ...inspector, apply: text => system.apply(asFile(text)), stop, [Symbol.asyncDispose]: stop }
}
