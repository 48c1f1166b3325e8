import { join } from 'node:path'
import {
  createKnownBrowser,
  createLoginThrottle,
  type LoginCounters,
  loginLimitsOf,
  openLoginCounters,
} from '@mtg/logins'
import { type Database, openDatabase } from '@mtg/postgres'
import { type Clock, splitAddress } from '@mtg/primitives'
import { type Closable, createSealer, type PeriodicJob, type ServiceContext } from '@mtg/runtime'
import { type ApiKeys, openApiKeys } from './clients/api-keys.ts'
import { type Auth, openAuth } from './clients/auth.ts'
import { type Billing, openBilling } from './clients/billing.ts'
import { type Calls, openCalls } from './clients/calls.ts'
import { type Documents, openDocuments } from './clients/documents.ts'
import { type Edges, openEdges } from './clients/edges.ts'
import { openGateway } from './clients/gateway.ts'
import { type Mailer, openMailer } from './clients/mailer.ts'
import { type OauthClients, openOauthClients } from './clients/oauth-clients.ts'
import { type AuditLogs, openAuditLogs } from './clients/operations/audit.ts'
import { openSystemHealth, type SystemHealth } from './clients/operations/health.ts'
import { type Operations, openOperations } from './clients/operations/operations.ts'
import { openPublisherCalls, type PublisherCalls } from './clients/publisher-calls.ts'
import { openQualities, type Qualities } from './clients/quality.ts'
import type { ConsoleConfig } from './config.ts'
import { type DerivedKeys, deriveKeys } from './domain/derived-keys.ts'
import type { Api } from './http/api.ts'
import { createRateLimit } from './http/rate-limits.ts'
import { allRoutes } from './http/routes/all-routes.ts'
import { discoveryRoutes } from './http/routes/discovery.ts'
import { buildApi, type ServerOptions } from './http/server.ts'
import { createSessionCookie, type SessionCookie } from './http/session-cookie.ts'
import { readWebFiles } from './http/web-files.ts'
import { startDelivering } from './jobs/deliver-messages.ts'
import { startPurgeJob } from './jobs/purge-expired.ts'
import { startWatching } from './jobs/watch-accounts.ts'
import { findLiveSessions } from './store/sessions.ts'
import type { AccountDeps } from './use-cases/accounts/accounts.ts'
import { loginRefusals } from './use-cases/accounts/login-refusals.ts'
import { createLiveAccounts, type LiveAccounts } from './use-cases/live/live-accounts.ts'

type Context = ServiceContext<ConsoleConfig>

/** A running console. */
export interface Console extends Closable {
  /** Where HTTP is served, with the real port. */
  readonly origin: string
}

/** Where `npm start` and the image have built the web app. */
const WEB_DIR = join(import.meta.dirname, '../web/dist')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Starts the console. */
export async function startConsole(context: Context): Promise<Console> {
  const { config, log } = context
  const keys = deriveKeys(config.ENCRYPTION_KEY)
  const outside = connect(context, keys)
  addChecks(context, outside)
  const messageSealer = createSealer(keys.messages)
  const delivery = startDelivering({ db: outside.db, mailer: outside.mailer, log, messageSealer })
  const purge = startPurgeJob({ db: outside.db, log, intervalMs: config.PURGE_INTERVAL_MS })
  const liveAccounts = openLiveAccounts(context, outside)
  const watching = startWatching({ liveAccounts, log, intervalMs: config.LIVE_INTERVAL_MS })
  const api = await openApi(context, { ...outside, keys, delivery, liveAccounts })
  const origin = await api.listen(splitAddress(config.HTTP_LISTEN))
  log.info({ origin }, 'listening')

  return {
    origin,
    async close() {
      // First: streams have no end of their own that could be waited for.
      liveAccounts.close()
      await api.close()
      await Promise.all([purge.close(), delivery.close(), watching.close()])
      await disconnect(outside)
    },
  }
}

/** Servers and services that the console stands on. */
interface Outside {
  readonly db: Database
  readonly auth: Auth
  readonly apiKeys: ApiKeys
  readonly calls: Calls
  readonly publisherCalls: PublisherCalls
  readonly qualities: Qualities
  readonly oauthClients: OauthClients
  readonly documents: Documents
  readonly edges: Edges
  readonly operations: Operations
  readonly auditLogs: AuditLogs
  readonly systemHealth: SystemHealth
  readonly billing: Billing
  readonly mailer: Mailer
  readonly loginCounters: LoginCounters
}

function connect({ config, clock, log, metrics, ops }: Context, keys: DerivedKeys): Outside {
  const { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax, GRPC_TOKEN: token, RPC_TIMEOUT_MS: timeoutMs } = config
  return {
    db: openDatabase({ url, poolMax, applicationName: 'console', log, metrics, onAway: () => ops.doubt() }),
    auth: openAuth({ address: config.AUTH_ADDR, token, timeoutMs }),
    apiKeys: openApiKeys({ address: config.AUTH_ADDR, token, timeoutMs }),
    calls: openCalls({ address: config.METERING_ADDR, token, timeoutMs }),
    publisherCalls: openPublisherCalls({ address: config.METERING_ADDR, token, timeoutMs }),
    qualities: openQualities({
      address: config.METERING_ADDR,
      token,
      timeoutMs,
      cacheMs: config.QUALITY_CACHE_MS,
      log,
    }),
    oauthClients: openOauthClients({ address: config.OAUTH_ADDR, token, timeoutMs }),
    documents: openDocuments({ address: config.OAUTH_ADDR, token, timeoutMs }),
    edges: openEdges({ address: config.EDGE_ADDR, token, timeoutMs }),
    ...forOperators(config, clock),
    billing: openBilling({ address: config.BILLING_ADDR, token, timeoutMs }),
    mailer: openMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, outboxDir: config.OUTBOX_DIR, clock }),
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

/** What those who run the gateway ask for. */
function forOperators(config: ConsoleConfig, clock: Clock) {
  const { GRPC_TOKEN: token, RPC_TIMEOUT_MS: timeoutMs, EDGE_ADDR: edge } = config
  const { AUTH_ADDR: auth, BILLING_ADDR: billing, METERING_ADDR: metering, OAUTH_ADDR: oauth } = config
  const addresses = { auth, billing, metering }
  return {
    operations: openOperations({ addresses: { ...addresses, oauth, edge }, token, timeoutMs }),
    auditLogs: openAuditLogs({ addresses: { ...addresses, oauth }, token, timeoutMs }),
    systemHealth: openSystemHealth({
      addresses: { ...addresses, 'oauth-server': oauth, 'edge-proxy': edge },
      token,
      now: () => new Date(clock.nowMs()),
    }),
  }
}

function openLiveAccounts({ config }: Context, { db, billing, calls, apiKeys }: Outside): LiveAccounts {
  return createLiveAccounts(
    {
      wallets: ids => billing.wallets.marks(ids),
      calls: ids => calls.marks(ids),
      keys: ids => apiKeys.marks(ids),
      sessions: ids => findLiveSessions(db, ids),
    },
    { max: config.LIVE_STREAMS_MAX, ofAccountMax: config.LIVE_STREAMS_OF_ACCOUNT_MAX },
  )
}

async function disconnect({ db, ...clients }: Outside): Promise<void> {
  for (const client of Object.values(clients)) client.close()
  await db.close()
}

function addChecks({ ops }: Context, { db, auth, billing, loginCounters }: Outside): void {
  ops.addCheck('database', () => db.check(), { critical: true })
  // What needs one of these says so by itself; the rest goes on.
  ops.addCheck('auth', () => auth.check(), { critical: false })
  ops.addCheck('billing', () => billing.check(), { critical: false })
  ops.addCheck('redis', () => loginCounters.check(), { critical: false })
}

/** What the API answers with. */
interface Parts extends Outside {
  readonly keys: DerivedKeys
  readonly delivery: PeriodicJob
  readonly liveAccounts: LiveAccounts
}

/** Builds the API without listening. */
async function openApi(context: Context, parts: Parts): Promise<Api> {
  const { config } = context
  const publicOrigin = config.CONSOLE_ORIGIN ?? config.BASE_URL
  const isSecure = publicOrigin.startsWith('https:')
  const cookie = createSessionCookie({ isSecure })
  const knownBrowser = createKnownBrowser({ name: 'mtg-known-console', isSecure, key: parts.keys.knownBrowsers })
  const webFiles = webFilesIn(context)
  // At BASE_URL there is the API alone.
  const isAppServed = webFiles !== undefined && config.CONSOLE_ORIGIN !== undefined
  const accounts = { ...accountDeps(context, parts), publicOrigin, isAppServed }
  const { auth, apiKeys, billing, calls, oauthClients, documents, edges } = parts
  const { operations, auditLogs, systemHealth } = parts
  const operators = { operations, auditLogs, systemHealth }
  return await buildApi({
    ...serverOptions(context, parts, cookie),
    webFiles,
    ownOrigins: new Set([config.BASE_URL, publicOrigin, ...config.ALLOWED_ORIGINS]),
    rootRoutes: api =>
      discoveryRoutes(api, {
        catalogue: billing.catalogue,
        qualities: parts.qualities,
        baseUrl: config.BASE_URL,
        security: { contact: config.SECURITY_CONTACT, policy: config.SECURITY_POLICY },
        clock: context.clock,
      }),
    routes: api =>
      allRoutes(api, {
        accounts: { ...accounts, cookie, knownBrowser },
        auth,
        apiKeys,
        billing,
        calls,
        publisherCalls: parts.publisherCalls,
        oauthClients,
        documents,
        gateway: openGateway(config.BASE_URL),
        edges,
        baseUrl: config.BASE_URL,
        qualities: parts.qualities,
        operators,
        liveAccounts: parts.liveAccounts,
        probes: probesOf(context),
      }),
  })
}

const probesOf = ({ config, clock }: Context) =>
  createRateLimit({
    max: config.PROBES_PER_HOUR,
    windowMs: HOUR_MS,
    clock,
    what: 'questions to servers of this account',
  })

function webFilesIn({ config, log }: Context) {
  const files = readWebFiles(WEB_DIR, config.BASE_URL)
  if (files === undefined) log.warn({ dir: WEB_DIR }, 'the web app was not built: only the API is served')
  return files
}

type OwnAccountDeps = Omit<AccountDeps, 'publicOrigin' | 'isAppServed'>

function accountDeps({ config, clock, log }: Context, parts: Parts): OwnAccountDeps {
  const { db, auth, keys, delivery, loginCounters } = parts
  return {
    db,
    auth,
    clock,
    log,
    throttle: createLoginThrottle(loginCounters, log, loginRefusals),
    sessionLifetimes: lifetimesOf(config),
    messageSealer: createSealer(keys.messages),
    messagesPerHourMax: config.MESSAGES_PER_HOUR_MAX,
    onMessage: () => void delivery.wake(),
    verifyLinkTtlSeconds: config.VERIFY_LINK_TTL_SECONDS,
    resetLinkTtlSeconds: config.RESET_LINK_TTL_SECONDS,
  }
}

const lifetimesOf = (config: ConsoleConfig) => ({
  idleSeconds: config.SESSION_IDLE_SECONDS,
  lifetimeSeconds: config.SESSION_LIFETIME_SECONDS,
})

type OwnServerOptions = Omit<ServerOptions, 'routes' | 'rootRoutes' | 'ownOrigins'>

function serverOptions(context: Context, { db, auth, keys }: Parts, cookie: SessionCookie): OwnServerOptions {
  const { config, clock, log, metrics } = context
  return {
    db,
    auth,
    cookie,
    clock,
    log,
    metrics,
    answerSealer: createSealer(keys.answers),
    digestKey: keys.requests,
    keptSeconds: config.IDEMPOTENCY_TTL_SECONDS,
    sessionLifetimes: lifetimesOf(config),
    limits: {
      byNetwork: createRateLimit({ max: config.ADDRESS_REQUESTS_PER_MINUTE, windowMs: MINUTE_MS, clock }),
      byAccount: createRateLimit({ max: config.ACCOUNT_REQUESTS_PER_MINUTE, windowMs: MINUTE_MS, clock }),
      costly: createRateLimit({ max: config.SIGN_UPS_PER_HOUR, windowMs: HOUR_MS, clock }),
    },
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    connectionsMax: config.HTTP_CONNECTIONS_MAX,
    bodyBytesMax: config.BODY_BYTES_MAX,
  }
}
