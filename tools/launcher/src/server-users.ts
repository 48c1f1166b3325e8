import type { NatsUser, RedisUser } from '@mtg/embedded'
import { type NatsService, natsPermissions, natsServices } from '@mtg/events'
import type { DataDir } from './data-dir.ts'

/** Whoever looks after the servers: people, and tests that break things. */
const OWNER = 'operator'

/** The services that use Redis, each with keys of its own. */
export const redisServices = ['billing', 'oauth-server', 'console'] as const

/** A service that uses Redis. */
export type RedisService = (typeof redisServices)[number]

/** What the keys of a service begin with. */
export const redisPrefixOf = (prefix: string, service: RedisService) => `${prefix}${service}:`

const passwordOf = (dataDir: DataDir, server: string, user: string) => dataDir.password(`${server}:${user}`)

/** The superuser's password of the embedded PostgreSQL. */
export const postgresPassword = (dataDir: DataDir) => passwordOf(dataDir, 'postgres', OWNER)

/** Users of the embedded NATS. */
export function natsUsers(dataDir: DataDir, prefix: string): NatsUser[] {
  return [
    { name: OWNER, password: passwordOf(dataDir, 'nats', OWNER) },
    ...natsServices.map(name => ({
      name,
      password: passwordOf(dataDir, 'nats', name),
      ...natsPermissions(prefix, name),
    })),
  ]
}

/** Reading and writing keys of its own, by functions that it loads itself. INFO is what the client asks to know that Redis is ready. */
const SERVICE_RULES = [
  '+@read +@write +@connection -@dangerous -scan -randomkey',
  '-function +function|load +fcall +time +info +ping',
]

/** What a service may do in Redis, in the words of its ACLs. */
export const redisRules = (prefix: string, service: RedisService): string[] => [
  `~${redisPrefixOf(prefix, service)}*`,
  ...SERVICE_RULES,
]

/** Users of the embedded Redis. */
export function redisUsers(dataDir: DataDir, prefix: string): RedisUser[] {
  return [
    { name: OWNER, password: passwordOf(dataDir, 'redis', OWNER), rules: ['~*', '&*', '+@all'] },
    ...redisServices.map(name => ({
      name,
      password: passwordOf(dataDir, 'redis', name),
      rules: redisRules(prefix, name),
    })),
  ]
}

/** The same server as a service is to reach it. */
export function urlFor(ownerUrl: string, dataDir: DataDir, service: NatsService | RedisService): string {
  const url = new URL(ownerUrl)
  const server = url.protocol.replace(':', '')
  url.username = service
  url.password = passwordOf(dataDir, server, service)
  return url.href
}
