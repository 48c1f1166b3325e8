import { type Database, openDatabase } from '@mtg/postgres'
import { serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type ServiceContext } from '@mtg/runtime'
import { openAccounts } from './clients/accounts.ts'
import type { OauthConfig } from './config.ts'
import { type DerivedKeys, deriveKeys } from './domain/derived-keys.ts'
import { endpointsOf } from './http/routes/endpoints.ts'
import { buildHttp } from './http/server.ts'
import { startEndedGrants } from './jobs/announce-ended-grants.ts'
import { startPurgeJob } from './jobs/purge-expired.ts'
import { grantService } from './rpc/grant-service.ts'
import { identityService } from './rpc/identity-service.ts'
import { signingKeyService } from './rpc/signing-key-service.ts'
import { openPrisma } from './store/prisma.ts'
import { type LoginThrottle, openLoginThrottle } from './use-cases/login/throttle.ts'
import { createIssueBuyerIdentity } from './use-cases/signing/buyer-identity.ts'
import { closedKeyring } from './use-cases/signing/closed-keyring.ts'
import { type KeyPair, readSigningKey } from './use-cases/signing/key-pair.ts'
import { type Keyring, openKeyring } from './use-cases/signing/keyring.ts'

type Context = ServiceContext<OauthConfig>

/** A running authorization server. */
export interface OauthServer extends Closable {
  /** Where gRPC is served, with the real port. */
  readonly grpcAddress: string
  /** Where HTTP is served, with the real port. */
  readonly origin: string
}

/** After its last signature a key stays published as long as a token can live, and then some. */
const OVERLAP_MARGIN_MS = 10 * 60_000

/** Starts the authorization server. */
export async function startOauthServer(context: Context): Promise<OauthServer> {
  const { config, log, clock, metrics, ops, telemetry } = context
  const keys = deriveKeys(config.ENCRYPTION_KEY)
  const keyFile = config.SIGNING_KEY_FILE
  const given = keyFile === undefined ? undefined : await readSigningKey(keyFile)
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'oauth-server',
    log,
    metrics,
  })
  const prisma = openPrisma(config.DATABASE_URL)
  const accounts = openAccounts({
    address: config.AUTH_ADDR,
    token: config.GRPC_TOKEN,
    timeoutMs: config.AUTH_TIMEOUT_MS,
  })
  const throttle = openThrottle(context, keys)
  const keyring = config.SIGNING_ENABLED ? startKeyring(context, db, keys, given) : closedKeyring()
  ops.addCheck('database', () => db.check(), { critical: true })
  ops.addCheck('signing-keys', () => keyring.check(), { critical: true })
  // Metadata and keys are served without them; what needs them says so by itself.
  ops.addCheck('auth', () => accounts.check(), { critical: false })
  ops.addCheck('redis', () => throttle.check(), { critical: false })

  const purge = startPurgeJob({ db, log, intervalMs: config.PURGE_INTERVAL_MS })
  const endedGrants = startEndedGrants({ db, accounts, log, tokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS })
  const endpoints = endpointsOf(config, { db, clock, keys, accounts, throttle, keyring, endedGrants })
  const http = buildHttp({
    endpoints,
    trustedProxies: config.TRUSTED_PROXIES,
    connectionsMax: config.HTTP_CONNECTIONS_MAX,
    clock,
    log,
    metrics,
  })
  const issueBuyerIdentity = createIssueBuyerIdentity({
    keyring,
    clock,
    issuer: config.ISSUER,
    lifetimeSeconds: config.BUYER_IDENTITY_TTL_SECONDS,
    pseudonymKey: keys.pseudonyms,
  })
  const grpc = await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.oauth',
    health: ops,
    log,
    telemetry,
    metrics,
    implementations: [
      identityService(issueBuyerIdentity),
      grantService({ prisma, clock, endedGrants }),
      signingKeyService(keyring),
    ],
  })
  // After gRPC, which waits for what both need.
  const [host, port] = splitAddress(config.HTTP_LISTEN)
  const origin = await http.listen({ host, port })
  log.info({ address: grpc.address, origin }, 'listening')

  return {
    grpcAddress: grpc.address,
    origin,
    async close() {
      await Promise.all([http.close(), grpc.close()])
      await Promise.all([purge.close(), endedGrants.close(), keyring.close(), throttle.close()])
      accounts.close()
      await prisma.$disconnect()
      await db.close()
    },
  }
}

function openThrottle({ config, log }: Context, keys: DerivedKeys): LoginThrottle {
  return openLoginThrottle({
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    timeoutMs: config.REDIS_TIMEOUT_MS,
    limits: {
      origin: config.LOGIN_ACCOUNT_ATTEMPTS_MAX,
      network: config.LOGIN_ADDRESS_ATTEMPTS_MAX,
      strangers: config.LOGIN_STRANGERS_ATTEMPTS_MAX,
      strangersPerDay: config.LOGIN_STRANGERS_PER_DAY_MAX,
      total: config.LOGIN_TOTAL_ATTEMPTS_MAX,
    },
    digestKey: keys.counters,
    log,
  })
}

function startKeyring(
  { config, clock, log }: Context,
  db: Database,
  keys: DerivedKeys,
  given: KeyPair | undefined,
): Keyring {
  const tokenTtlSeconds = Math.max(config.ACCESS_TOKEN_TTL_SECONDS, config.BUYER_IDENTITY_TTL_SECONDS)
  return openKeyring({
    db,
    clock,
    log,
    sealer: createSealer(keys.sealing),
    given,
    leadMs: config.SIGNING_KEY_LEAD_SECONDS * 1000,
    overlapMs: tokenTtlSeconds * 1000 + OVERLAP_MARGIN_MS,
    lifetimeMs: config.SIGNING_KEY_LIFETIME_SECONDS * 1000,
    refreshMs: config.SIGNING_KEY_REFRESH_MS,
  })
}

function splitAddress(address: string): [host: string, port: number] {
  const at = address.lastIndexOf(':')
  return [address.slice(0, at).replace(/^\[|\]$/g, ''), Number(address.slice(at + 1))]
}
