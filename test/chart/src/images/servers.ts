import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@mtg/testing'
import { chart } from '../helm.ts'
import { kept, podman, run, tryRun } from './engine.ts'
import type { BaseImages } from './stand-ins.ts'

/** PostgreSQL, Redis and NATS as a company has them outside of the release: by TLS alone, with a login for each service. */
export interface Servers {
  /** Starts them in this network, where they are found by their names. */
  start(network: string): Promise<void>
  /** Names of their containers. */
  readonly names: readonly string[]
  /** Their containers by the host's name under which a release finds them. */
  readonly containers: ReadonlyMap<string, string>
  /** The Secrets through which a release finds them, under the names of the production profile. */
  readonly secrets: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Throws unless every connection that they have now is encrypted and logged in by a service's own name; else says how many. */
  check(): Promise<string>
}

const hosts = { postgresql: 'db.internal', redis: 'redis.internal', nats: 'nats.internal' }
const names = { postgresql: 'mtg-outside-db', redis: 'mtg-outside-redis', nats: 'mtg-outside-nats' }
const serverKinds = ['postgresql', 'redis', 'nats'] as const
const DATABASE_ROLES = ['auth', 'billing', 'metering', 'oauth', 'console']
const ADMIN_PASSWORD = 'of-the-administrator'
/** Users of the images, by their numbers. */
const userIds = { postgresql: 999, redis: 999, nats: 1000 }

interface Users {
  readonly nats: Readonly<Record<string, { readonly publish: string[]; readonly subscribe: string[] }>>
  readonly redis: Readonly<Record<string, string>>
}

const passwordOf = (user: string) => `of-${user}`

/** Prepares the servers: certificates of an authority of their own, logins, and what their Secrets hold. */
export async function prepareServers(images: BaseImages['servers']): Promise<Servers> {
  const users = JSON.parse(readFileSync(join(chart, 'files/server-users.json'), 'utf8')) as Users
  const authority = await makeCertificates()
  for (const server of serverKinds) writeFiles(server, users)
  return {
    names: Object.values(names),
    containers: new Map(serverKinds.map(server => [hosts[server], names[server]])),
    secrets: secretsOf(users, authority),
    async start(network) {
      await tryRun('podman', ['rm', '--force', '--time', '1', ...Object.values(names)])
      const common = (server: keyof typeof names) => [
        'run',
        '--runtime',
        'runc',
        '--detach',
        '--name',
        names[server],
        '--network',
        network,
        '--add-host',
        `${hosts[server]}:127.0.0.1`,
        '--user',
        `${userIds[server]}:${userIds[server]}`,
        '--volume',
        `${folderOf(server)}:/tls:ro`,
        ...places[server].flatMap((place, index) => ['--volume', `${emptyFolder(server, index)}:${place}`]),
      ]
      const database = { POSTGRES_DB: 'mtg', POSTGRES_PASSWORD: ADMIN_PASSWORD, PGDATA: '/var/lib/postgresql/mtg' }
      const env = Object.entries(database).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      await podman(...common('postgresql'), ...env, images.postgresql, ...databaseArgs)
      await podman(...common('redis'), images.redis, 'redis-server', '/tls/redis.conf')
      await podman(...common('nats'), images.nats, '--config', '/tls/nats.conf')
      const isUp = ['exec', names.postgresql, 'pg_isready', '-h', '127.0.0.1', '-d', 'mtg']
      await eventually(() => podman(...isUp), 120_000)
    },
    async check() {
      const counts = [await checkPostgres(), await checkRedis(Object.keys(users.redis)), await checkNats(users)]
      return `${counts.join(', ')}; none without TLS`
    },
  }
}

const databaseSettings = {
  max_connections: '450',
  fsync: 'off',
  ssl: 'on',
  ssl_cert_file: '/tls/server.crt',
  ssl_key_file: '/tls/server.key',
  hba_file: '/tls/pg_hba.conf',
}
const databaseArgs = Object.entries(databaseSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const folderOf = (server: string) => join(kept, 'outside', server)

/** Where each keeps data, and PostgreSQL its socket. */
const places = { postgresql: ['/var/lib/postgresql', '/run/postgresql'], redis: ['/data'], nats: ['/data'] }

function emptyFolder(server: keyof typeof names, index: number): string {
  const folder = join(folderOf('data'), `${server}-${index}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chownSync(folder, userIds[server], userIds[server])
  return folder
}

/** An authority, and one certificate of it for all three names. Answers with the authority's certificate. */
async function makeCertificates(): Promise<string> {
  const folder = folderOf('authority')
  mkdirSync(folder, { recursive: true })
  const file = (name: string) => join(folder, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run('openssl', ['req', '-x509', ...key, '-subj', '/CN=own', '-keyout', file('ca.key'), '-out', file('ca.crt')])
  const alternatives = Object.values(hosts).map(host => `DNS:${host}`)
  const by = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-addext', `subjectAltName=${alternatives.join(',')}`]
  const files = ['-keyout', file('server.key'), '-out', file('server.crt')]
  await run('openssl', ['req', '-x509', ...key, ...by, '-subj', '/CN=servers', ...files])
  return readFileSync(file('ca.crt'), 'utf8')
}

/** What a server is started with: its certificate and key, and who may log in to it. */
function writeFiles(server: keyof typeof names, users: Users): void {
  const folder = folderOf(server)
  mkdirSync(folder, { recursive: true })
  const authority = folderOf('authority')
  const texts: Record<string, string> = {
    'ca.crt': readFileSync(join(authority, 'ca.crt'), 'utf8'),
    'server.crt': readFileSync(join(authority, 'server.crt'), 'utf8'),
    'server.key': readFileSync(join(authority, 'server.key'), 'utf8'),
    'pg_hba.conf': 'local all all trust\nhostssl all all all scram-sha-256\n',
    'redis.conf': redisSettings(users.redis),
    'nats.conf': natsSettings(users.nats),
  }
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    chownSync(file, userIds[server], userIds[server])
  }
}

function redisSettings(users: Users['redis']): string {
  const tls = ['port 0', 'tls-port 6379', 'tls-cert-file /tls/server.crt', 'tls-key-file /tls/server.key']
  const own = Object.entries(users).map(
    ([user, rules]) => `user ${user} reset on >${passwordOf(user)} ${rules.replaceAll('@prefix@', '')}`,
  )
  const administrator = `user default reset on >${ADMIN_PASSWORD} ~* &* +@all`
  const rest = ['tls-ca-cert-file /tls/ca.crt', 'tls-auth-clients no', 'save ""', 'dir /data', administrator]
  return `${[...tls, ...rest, ...own].join('\n')}\n`
}

function natsSettings(users: Users['nats']): string {
  const rows = Object.entries(users).map(([user, { publish, subscribe }]) => ({
    user,
    password: passwordOf(user),
    permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } },
  }))
  const authorization = JSON.stringify({ users: rows }).replaceAll('@prefix@', '').replaceAll('_prefix_', '')
  const tls = 'tls { cert_file: "/tls/server.crt", key_file: "/tls/server.key" }'
  return `port: 4222\nhttp_port: 8222\njetstream { store_dir: "/data" }\n${tls}\nauthorization ${authorization}\n`
}

function secretsOf({ nats, redis }: Users, authority: string): Servers['secrets'] {
  const database = (user: string, password: string) =>
    `postgresql://${user}:${password}@${hosts.postgresql}:5432/mtg?sslmode=verify-full&connect_timeout=10`
  const url = (scheme: string, host: string, port: number) => (user: string) => [
    `${user}-url`,
    `${scheme}://${user}:${passwordOf(user)}@${host}:${port}`,
  ]
  const roles = DATABASE_ROLES.map(role => [`${role}-url`, database(`mtg_${role}`, passwordOf(role))])
  const administrator = ['admin-url', database('postgres', ADMIN_PASSWORD)]
  return new Map([
    ['gateway-postgresql', Object.fromEntries([administrator, ...roles])],
    ['gateway-redis', Object.fromEntries(Object.keys(redis).map(url('rediss', hosts.redis, 6379)))],
    ['gateway-nats', Object.fromEntries(Object.keys(nats).map(url('tls', hosts.nats, 4222)))],
    ['gateway-ca', { 'ca.crt': authority }],
  ])
}

async function checkPostgres(): Promise<string> {
  const sql = `SELECT a.usename || ' ' || s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.client_addr IS NOT NULL`
  const rows = (await podman('exec', names.postgresql, 'psql', '-qXAt', '-U', 'postgres', 'mtg', '-c', sql)).split('\n')
  assert.deepEqual([...new Set(rows)].toSorted(), DATABASE_ROLES.map(role => `mtg_${role} true`).toSorted())
  const open = `postgresql://postgres:${ADMIN_PASSWORD}@127.0.0.1/mtg?sslmode=disable`
  const refused = await tryRun('podman', ['exec', names.postgresql, 'psql', '-c', 'SELECT 1', open])
  assert.match(refused.output, /no encryption/)
  return `${rows.length} connections to PostgreSQL`
}

/** Its port without TLS is closed. */
async function checkRedis(users: readonly string[]): Promise<string> {
  const login = ['--tls', '--cacert', '/tls/ca.crt', '-h', hosts.redis, '--no-auth-warning', '-a', ADMIN_PASSWORD]
  const list = await podman('exec', names.redis, 'redis-cli', ...login, 'CLIENT', 'LIST')
  const found = [...list.matchAll(/ user=(\S+)/g)].map(([, user = '']) => user).filter(user => user !== 'default')
  assert.deepEqual([...new Set(found)].toSorted(), users.toSorted())
  return `${found.length} to Redis`
}

async function checkNats(users: Users): Promise<string> {
  const [found] = JSON.parse(await podman('inspect', names.nats)) as {
    NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
  }[]
  const ip = Object.values(found?.NetworkSettings.Networks ?? {})[0]?.IPAddress
  const answer = await fetch(`http://${ip}:8222/connz?auth=true`, { signal: AbortSignal.timeout(5000) })
  const { connections } = (await answer.json()) as {
    connections: readonly { authorized_user?: string; tls_version?: string }[]
  }
  for (const { authorized_user, tls_version } of connections) assert.ok(tls_version, authorized_user)
  const seen = new Set(connections.map(connection => connection.authorized_user ?? ''))
  assert.deepEqual([...seen].toSorted(), Object.keys(users.nats).toSorted())
  return `${connections.length} to NATS`
}
