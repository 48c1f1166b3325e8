import { openAuditLog } from '@mtg/audit'
import { connectNats, type NatsLink } from '@mtg/events'
import { type Database, openDatabase } from '@mtg/postgres'
import { asAccountId, type Uuid } from '@mtg/primitives'
import { type GrpcServer, serveGrpc } from '@mtg/rpc'
import type { Closable, ServiceContext } from '@mtg/runtime'
import { createInvalidate } from './clients/invalidate.ts'
import { IssuerKeys } from './clients/issuer-keys.ts'
import type { AuthConfig } from './config.ts'
import { createAccessTokens } from './domain/access-token.ts'
import { createPasswords } from './domain/password.ts'
import { startForgettingChanges } from './jobs/forget-changes.ts'
import { accountAdminService } from './rpc/account-admin-service.ts'
import { accountService } from './rpc/account-service.ts'
import { authActs } from './rpc/acts.ts'
import { auditService } from './rpc/audit-service.ts'
import { authService } from './rpc/auth-service.ts'
import { operatorService } from './rpc/operator-service.ts'
import { personService } from './rpc/person-service.ts'
import { openAccounts, type PrismaClient } from './store/prisma.ts'
import { createAuthenticate } from './use-cases/authenticate.ts'
import { listCallerChanges } from './use-cases/list-caller-changes.ts'
import { findOperator } from './use-cases/operators/operators.ts'

type Context = ServiceContext<AuthConfig>

/** A running auth service. */
export interface Auth extends Closable {
  /** Where gRPC is served, with the real port. */
  readonly address: string
}

/** Starts the auth service. */
export async function startAuth(context: Context): Promise<Auth> {
  const { config, log, clock } = context
  const links = openLinks(context)
  const issuerKeys = new IssuerKeys({ jwksUrl: config.OAUTH_JWKS_URL, clock, log })
  const server = await serve(context, links, issuerKeys)
  const forgetting = startForgettingChanges({ db: links.db, log })
  log.info({ address: server.address }, 'listening')

  return {
    address: server.address,
    async close() {
      await server.close()
      issuerKeys.close()
      await forgetting.close()
      await links.nats.close()
      await links.prisma.$disconnect()
      await links.db.close()
    },
  }
}

/** Connections to PostgreSQL and NATS. */
interface Links {
  /** For what every call asks. */
  readonly db: Database
  /** For what is asked now and then. */
  readonly prisma: PrismaClient
  readonly nats: NatsLink
}

function openLinks({ config, log, metrics, ops }: Context): Links {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'auth',
    log,
    metrics,
    onAway: () => ops.doubt(),
  })
  ops.addCheck('database', () => db.check(), { critical: true })
  return {
    db,
    prisma: openAccounts(config.DATABASE_URL, log),
    nats: connectNats({ url: config.NATS_URL, name: 'auth', log }),
  }
}

async function serve(context: Context, { db, prisma, nats }: Links, issuerKeys: IssuerKeys): Promise<GrpcServer> {
  const { config, log, clock, metrics, ops, telemetry } = context
  const pepper = config.KEY_PEPPER
  const accessTokens = createAccessTokens(config.ISSUER, issuerKeys.getKey)
  const passwords = await createPasswords({
    concurrencyMax: config.PASSWORD_HASHES_MAX,
    queueMax: config.PASSWORD_QUEUE_MAX,
  })
  const keyCounts = { liveMax: config.KEYS_LIVE_MAX, allMax: config.KEYS_ALL_MAX }
  const invalidate = createInvalidate({ nats, prefix: config.NATS_PREFIX, log })
  const audit = openAuditLog(db, log)
  const administration = {
    log: audit,
    findOperator: async (accountId: Uuid) => (await findOperator(prisma, asAccountId(accountId)))?.email,
    descriptions: authActs(prisma),
  }
  return await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.auth',
    health: ops,
    administration,
    log,
    telemetry,
    metrics,
    implementations: [
      authService(
        {
          authenticate: createAuthenticate({ db, accessTokens, pepper, clock, metrics, log }),
          listChanges: since => listCallerChanges(db, since),
        },
        { telemetry, metrics },
      ),
      accountService({ prisma, passwords, pepper, invalidate, clock }),
      accountAdminService({ prisma, passwords, pepper, invalidate, clock, log, keyCounts }),
      operatorService(prisma),
      auditService(audit),
      personService({ prisma, passwords, invalidate }),
    ],
  })
}
