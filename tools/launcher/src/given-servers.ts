import { isListening } from '@mtg/embedded'
import { StartError } from './start-error.ts'

/** Servers that exist already; an embedded one takes the place of each that is left out. */
export interface GivenServers {
  databaseUrl?: string | undefined
  /** A streaming replica of `databaseUrl`, for what may be read a moment late. */
  databaseReadUrl?: string | undefined
  redisUrl?: string | undefined
  natsUrl?: string | undefined
}

/** The servers that will be embedded. */
export function embeddedNames(given: GivenServers = {}): string[] {
  const rows: [string, string | undefined][] = [
    ['PostgreSQL', given.databaseUrl],
    ['Redis', given.redisUrl],
    ['NATS', given.natsUrl],
  ]
  return rows.filter(([, url]) => !url).map(([name]) => name)
}

const DEFAULT_PORTS: Record<string, number> = { 'postgres:': 5432, 'postgresql:': 5432, 'nats:': 4222, 'tls:': 4222 }
const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379

/** A wrong address is told at once and by the name of its setting, not by services that wait for it. */
export async function refuseUnreachable(given: GivenServers): Promise<void> {
  const settings = {
    DATABASE_URL: given.databaseUrl,
    DATABASE_READ_URL: given.databaseReadUrl,
    REDIS_URL: given.redisUrl,
    NATS_URL: given.natsUrl,
  }
  for (const [setting, text] of Object.entries(settings)) {
    if (!text) continue
    const addresses = serversIn(text)
    const answers = await Promise.all(addresses.map(({ host, port }) => isListening(port, host)))
    if (answers.includes(true)) continue
    throw new StartError(
      `Nothing answers at ${addresses.map(({ host, port }) => `${host}:${port}`).join(' or ')}, which ${setting} names.`,
      `Start that server or correct ${setting}; without ${setting} an embedded server is used.`,
    )
  }
}

/** Every server that a setting names: a URL, several with commas between, or one URL with several hosts. */
function serversIn(text: string): { host: string; port: number }[] {
  const protocol = /^([a-z]+)(\+[a-z]+)?:\/\//.exec(text)
  const fallback = protocol?.[2] === '+sentinel' ? SENTINEL_PORT : (DEFAULT_PORTS[`${protocol?.[1]}:`] ?? REDIS_PORT)
  return text.split(',').map(part => {
    const url = new URL(/^[a-z+]+:\/\//.test(part.trim()) ? part.trim() : `server://${part.trim()}`)
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || fallback }
  })
}
