import { openAdministration } from '@mtg/audit'
import { createLoginThrottle, type LoginCounters, loginLimitsOf, openLoginCounters } from '@mtg/logins'
import { type Database, openDatabase } from '@mtg/postgres'
import { splitAddress } from '@mtg/primitives'
import { serveGrpc } from '@mtg/rpc'
import { type Closable, createSealer, type ServiceContext } from '@mtg/runtime'
import { type Accounts, openAccounts } from './clients/accounts.ts'
import type { OauthConfig } from './config.ts'
import { type DerivedKeys, deriveKeys } from './domain/derived-keys.ts'
import { endpointsOf } from './http/routes/endpoints.ts'
import { buildHttp } from './http/server.ts'
import { startEndedGrants } from './jobs/announce-ended-grants.ts'
import { startFollowingSigningKeys } from './jobs/follow-signing-keys.ts'
import { startPurgeJob } from './jobs/purge-expired.ts'
import { oauthActs } from './rpc/acts.ts'
import { auditService } from './rpc/audit-service.ts'
import { documentService } from './rpc/document-service.ts'
import { grantService } from './rpc/grant-service.ts'
import { identityService } from './rpc/identity-service.ts'
import { signingKeyService } from './rpc/signing-key-service.ts'
import { openPrisma, type PrismaClient } from './store/prisma.ts'
import type { EndedGrants } from './use-cases/grants/grant.ts'
import { loginRefusals } from './use-cases/login/refusals.ts'
import { createAccessTokens } from './use-cases/signing/access-token.ts'
import { createIssueBuyerIdentity } from './use-cases/signing/buyer-identity.ts'
import { closedKeyring } from './use-cases/signing/closed-keyring.ts'
import { createSignDocument } from './use-cases/signing/document.ts'
import { type KeyPair, readSigningKey } from './use-cases/signing/key-pair.ts'
import { type Keyring, StoredKeyring } from './use-cases/signing/keyring.ts'

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
  const { config, log } = context
  const keys = deriveKeys(config.ENCRYPTION_KEY)
  const keyFile = config.SIGNING_KEY_FILE
  const given = keyFile === undefined ? undefined : await readSigningKey(keyFile)
  const outside = connect(context, keys)
  const { db, accounts } = outside
  const signing = config.SIGNING_ENABLED
    ? openKeyring(context, db, keys, given)
    : { keyring: closedKeyring(), job: undefined }
  addChecks(context, outside, signing.keyring)
  const purge = startPurgeJob({ db, log, intervalMs: config.PURGE_INTERVAL_MS })
  const endedGrants = startEndedGrants({ db, accounts, log, tokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS })

  const { AUTH_ADDR: authAddress, GRPC_TOKEN: token } = config
  const descriptions = oauthActs(signing.keyring, outside.prisma)
  const administration = openAdministration({ db, log, authAddress, token, descriptions })
  const parts = { ...outside, administration, keys, keyring: signing.keyring, endedGrants }
  const http = openHttp(context, parts)
  const grpc = await openGrpc(context, parts)
  // After gRPC, which waits for what both need.
  const origin = await http.listen(splitAddress(config.HTTP_LISTEN))
  log.info({ address: grpc.address, origin }, 'listening')

  return {
    grpcAddress: grpc.address,
    origin,
    async close() {
      await Promise.all([http.close(), grpc.close()])
      administration.close()
      await Promise.all([purge.close(), endedGrants.close(), signing.job?.close()])
      await disconnect(outside)
    },
  }
}

/** Servers and services that this one stands on. */
interface Outside {
  readonly db: Database
  readonly prisma: PrismaClient
  readonly accounts: Accounts
  readonly loginCounters: LoginCounters
}

function connect({ config, log, metrics, ops }: Context, keys: DerivedKeys): Outside {
  const { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax } = config
  return {
    db: openDatabase({ url, poolMax, applicationName: 'oauth-server', log, metrics, onAway: () => ops.doubt() }),
    prisma: openPrisma(url, log),
    accounts: openAccounts({
      address: config.AUTH_ADDR,
      token: config.GRPC_TOKEN,
      timeoutMs: config.AUTH_TIMEOUT_MS,
    }),
    loginCounters: openLoginCounters({
      url: config.REDIS_URL,
      prefix: config.REDIS_PREFIX,
      timeoutMs: config.REDIS_TIMEOUT_MS,
      limits: loginLimitsOf(config),
      digestKey: keys.counters,
      log,
    }),
  }
}

async function disconnect({ db, prisma, accounts, loginCounters }: Outside): Promise<void> {
  loginCounters.close()
  accounts.close()
  await prisma.$disconnect()
  await db.close()
}

function addChecks({ ops }: Context, { db, accounts, loginCounters }: Outside, keyring: Keyring): void {
  ops.addCheck('database', () => db.check(), { critical: true })
  ops.addCheck('signing-keys', () => keyring.check(), { critical: true })
  // Metadata and keys are served without them; what needs them says so by itself.
  ops.addCheck('auth', () => accounts.check(), { critical: false })
  ops.addCheck('redis', () => loginCounters.check(), { critical: false })
}

function openKeyring({ config, clock, log }: Context, db: Database, keys: DerivedKeys, given: KeyPair | undefined) {
  const tokenTtlSeconds = Math.max(config.ACCESS_TOKEN_TTL_SECONDS, config.BUYER_IDENTITY_TTL_SECONDS)
  const keyring = new StoredKeyring({
    db,
    clock,
    log,
    sealer: createSealer(keys.sealing),
    given,
    leadMs: config.SIGNING_KEY_LEAD_SECONDS * 1000,
    overlapMs: tokenTtlSeconds * 1000 + OVERLAP_MARGIN_MS,
    lifetimeMs: config.SIGNING_KEY_LIFETIME_SECONDS * 1000,
  })
  return { keyring, job: startFollowingSigningKeys({ keyring, intervalMs: config.SIGNING_KEY_REFRESH_MS, log }) }
}

/** What HTTP and gRPC answer with. */
interface Parts extends Outside {
  readonly keys: DerivedKeys
  readonly keyring: Keyring
  readonly endedGrants: EndedGrants
  readonly administration: ReturnType<typeof openAdministration>
}

/** Builds the HTTP side without listening. */
function openHttp({ config, clock, log, metrics }: Context, parts: Parts) {
  const { db, accounts, keys, keyring, endedGrants } = parts
  const issuer = config.ISSUER
  const lifetimeSeconds = config.ACCESS_TOKEN_TTL_SECONDS
  const endpoints = endpointsOf({
    db,
    clock,
    metrics,
    accounts,
    keyring,
    issuer,
    endedGrants,
    throttle: createLoginThrottle(parts.loginCounters, log, loginRefusals),
    accessTokens: createAccessTokens({ keyring, clock, issuer, lifetimeSeconds }),
    codeTtlSeconds: config.AUTHORIZATION_CODE_TTL_SECONDS,
    refreshTokenTtlSeconds: config.REFRESH_TOKEN_TTL_SECONDS,
    refreshReuseLeewayMs: config.REFRESH_REUSE_LEEWAY_SECONDS * 1000,
    requestTokenKey: keys.requestTokens,
    knownBrowserKey: keys.knownBrowsers,
  })
  const { TRUSTED_PROXIES: trustedProxies, HTTP_CONNECTIONS_MAX: connectionsMax } = config
  return buildHttp({ endpoints, trustedProxies, connectionsMax, clock, log, metrics })
}

function openGrpc({ config, clock, log, metrics, ops, telemetry }: Context, parts: Parts) {
  const { prisma, keyring, endedGrants, keys, administration } = parts
  const issueBuyerIdentity = createIssueBuyerIdentity({
    keyring,
    clock,
    issuer: config.ISSUER,
    lifetimeSeconds: config.BUYER_IDENTITY_TTL_SECONDS,
    pseudonymKey: keys.pseudonyms,
  })
  return serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.oauth',
    health: ops,
    administration,
    log,
    telemetry,
    metrics,
    implementations: [
      auditService(administration.log),
      identityService(issueBuyerIdentity),
      grantService({ prisma, clock, endedGrants }),
      signingKeyService(keyring),
      documentService(createSignDocument({ keyring, clock, issuer: config.ISSUER })),
    ],
  })
}
