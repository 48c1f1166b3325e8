import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type auth, services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createClient, type ServiceClient } from '@mtg/rpc'
import { createOps, loadConfig } from '@mtg/runtime'
import { compileCache, createServiceDatabase, natsUrl, redisUrl, type ServiceDatabase } from '@mtg/testing'
import { Client } from 'pg'
import { type OauthServer, oauthSettings, startOauthServer } from '../src/index.ts'

export const ada = { email: 'ada@example.test', password: 'correct horse', key: 'vnb-sk-ada-0000000001' }
/** Owns only a key for tools. */
export const bob = { email: 'bob@example.test', password: 'battery staple', key: 'vai-sk-bob-0000000002' }
/** Has a key without scope. */
export const legacyKey = 'vnb-sk-ada-legacy-003'
export const revokedKey = 'vnb-sk-ada-revoked-04'
export const llmKey = 'vnb-sk-ada-llmonly-05'
export const suspended = { email: 'sue@example.test', password: 'suspended one', key: 'vnb-sk-sue-0000000006' }

const BUYERS: auth.BuyerEntry[] = [
  {
    email: ada.email,
    password: ada.password,
    keys: [
      { name: 'default', key: ada.key, scope: 'mcp:tools llm:completions' },
      { name: 'legacy', key: legacyKey, scope: '' },
      { name: 'old', key: revokedKey, scope: 'mcp:tools', revoked: true },
      { name: 'llm', key: llmKey, scope: 'llm:completions' },
    ],
  },
  { email: bob.email, password: bob.password, keys: [{ name: 'default', key: bob.key, scope: 'mcp:tools' }] },
  {
    email: suspended.email,
    password: suspended.password,
    suspended: true,
    keys: [{ name: 'default', key: suspended.key, scope: 'mcp:tools' }],
  },
]

/** RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const CALLBACK = 'http://127.0.0.1:9/callback'
const LIMITS = { timeoutMs: 10_000 }

/** The authorization server with the real auth service, on a database of its own. */
export interface Harness {
  readonly origin: string
  readonly issuer: string
  readonly grpcAddress: string
  /** Everything that was logged, as text. */
  logs(): string
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A client of auth's administration. */
  readonly accounts: ServiceClient<auth.AccountAdminServiceDefinition>
  /** A client of auth's check of credentials. */
  readonly auth: ServiceClient<auth.AuthServiceDefinition>
  /** Settings for another process or replica of this server. */
  env(overrides?: Record<string, string>): Promise<Record<string, string>>
  /** Starts another replica in this process. */
  replica(overrides?: Record<string, string>, timeoutMs?: number): Promise<OauthServer>
  close(): Promise<void>
}

/** Starts auth as a process and the authorization server here. */
export async function startHarness(overrides: Record<string, string> = {}): Promise<Harness> {
  const databases = await Promise.all([
    createServiceDatabase({ service: 'auth' }),
    createServiceDatabase({ service: 'oauth-server' }),
  ])
  const [authDatabase, database] = databases
  const port = await freePort()
  const issuer = overrides.ISSUER ?? `http://127.0.0.1:${port}`
  const authAddress = `127.0.0.1:${await freePort()}`
  const authProcess = await startAuth(authAddress, authDatabase, issuer, `http://127.0.0.1:${port}`)
  const accounts = createClient(services.auth.AccountAdminService, { address: authAddress })
  const authClient = createClient(services.auth.AuthService, { address: authAddress })
  await accounts.waitReady(20_000)
  await accounts.ApplyAccounts({ buyers: BUYERS }, LIMITS)

  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: await redisUrl(),
    REDIS_PREFIX: `oauth_${randomBytes(5).toString('hex')}:`,
    AUTH_ADDR: authAddress,
    ISSUER: issuer,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOGIN_ADDRESS_ATTEMPTS_MAX: '1000',
    SIGNING_KEY_REFRESH_MS: '200',
    ...overrides,
  }
  const lines: string[] = []
  const replicas = new Set<OauthServer>()
  const admin = new Client({ connectionString: database.adminUrl })
  await admin.connect()

  const env = async (more: Record<string, string> = {}) => ({
    ...shared,
    HTTP_LISTEN: `127.0.0.1:${await freePort()}`,
    GRPC_LISTEN: '127.0.0.1:0',
    GRPC_CALLERS: 'anyone',
    ...more,
  })
  const replica = async (more: Record<string, string> = {}, timeoutMs = 10_000) => {
    const server = await startHere(await env(more), lines, timeoutMs)
    const closeOnce = async () => {
      if (replicas.delete(closable)) await server.close()
    }
    const closable = { ...server, close: closeOnce }
    replicas.add(closable)
    return closable
  }
  const server = await replica({ HTTP_LISTEN: `127.0.0.1:${port}` })
  return {
    origin: server.origin,
    issuer,
    grpcAddress: server.grpcAddress,
    logs: () => lines.join(''),
    query: async <Row>(sql: string, values: unknown[] = []) => (await admin.query(sql, values)).rows as Row[],
    accounts,
    auth: authClient,
    env,
    replica,
    async close() {
      await Promise.all([...replicas].map(each => each.close()))
      accounts.close()
      authClient.close()
      await stop(authProcess)
      await admin.end()
      await Promise.all(databases.map(each => each.drop()))
    },
  }
}

async function startHere(env: Record<string, string>, lines: string[], timeoutMs: number): Promise<OauthServer> {
  const log = createLogger({ service: 'oauth-server', destination: { write: line => void lines.push(line) } })
  const metrics = createMetrics('oauth-server')
  const ops = createOps({ log, clock: systemClock, metrics })
  const config = loadConfig(oauthSettings, env)
  const server = await startOauthServer({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  ops.setStarted()
  try {
    if (config.SIGNING_ENABLED) await untilServing(`${server.origin}/.well-known/jwks.json`, timeoutMs)
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Waits until the address answers with anything but a failure of the server. */
export async function untilServing(url: string, timeoutMs = 10_000): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const status = await fetch(url).then(
      response => response.status,
      () => 0,
    )
    if (status !== 0 && status < 500) return
    if (performance.now() > giveUpAt) throw new Error(`${url} does not answer: ${status}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function startAuth(address: string, database: ServiceDatabase, issuer: string, origin: string) {
  const env = {
    ...process.env,
    GRPC_LISTEN: address,
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: database.url,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: `oauth_${randomBytes(5).toString('hex')}.`,
    ISSUER: issuer,
    OAUTH_JWKS_URL: `${origin}/.well-known/jwks.json`,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'fatal',
    SUPERVISED: '1',
  }
  return spawnService('auth', env)
}

/** Starts a service's main file as a process that ends with this one. */
export function spawnService(service: string, env: Record<string, string | undefined>): ChildProcess {
  const main = join(import.meta.dirname, '../../..', 'services', service, 'src/main.ts')
  return spawn(process.execPath, [main], {
    env: { ...compileCache(), ...env, SUPERVISED: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

/** Ends a process in order. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

/** An answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, string> & { readonly expires_in?: number }
}

/** Sends parameters to the token endpoint. */
export async function token(origin: string, parameters: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(parameters) })
  return { status: response.status, headers: response.headers, body: (await response.json()) as TokenAnswer['body'] }
}

/** Parameters of a good authorization request. */
export function authorizeParameters(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    client_id: ada.key,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...overrides,
  }
}

/** Logs in with the six fields of the spec, as a program does. */
export function logIn(origin: string, overrides: Record<string, string> = {}): Promise<Response> {
  const { response_type: _, ...parameters } = authorizeParameters()
  const form = { email: ada.email, password: ada.password, ...parameters, ...overrides }
  return fetch(`${origin}/authorize`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

/** A code for ada's default key. */
export async function obtainCode(origin: string, overrides: Record<string, string> = {}): Promise<string> {
  const response = await logIn(origin, overrides)
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`)
  return new URL(location).searchParams.get('code') ?? ''
}

/** Exchanges a code. */
export function exchange(origin: string, code: string, overrides: Record<string, string> = {}): Promise<TokenAnswer> {
  const parameters = { code, client_id: ada.key, redirect_uri: CALLBACK, code_verifier: VERIFIER, ...overrides }
  return token(origin, { grant_type: 'authorization_code', ...parameters })
}

/** Uses a refresh token. */
export function refresh(origin: string, refreshToken: string, overrides: Record<string, string> = {}) {
  const parameters = { refresh_token: refreshToken, client_id: ada.key, ...overrides }
  return token(origin, { grant_type: 'refresh_token', ...parameters })
}

/** The stored form of a code or refresh token. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
