import { connectNats } from '@mtg/events'
import { openDatabase } from '@mtg/postgres'
import { serveGrpc } from '@mtg/rpc'
import type { Closable, ServiceContext } from '@mtg/runtime'
import { createInvalidate } from './clients/invalidate.ts'
import type { AuthConfig } from './config.ts'
import { createAccessTokens } from './domain/access-token.ts'
import { createPasswords } from './domain/password.ts'
import { createSigningKeys } from './domain/signing-keys.ts'
import { accountAdminService } from './rpc/account-admin-service.ts'
import { accountService } from './rpc/account-service.ts'
import { authService } from './rpc/auth-service.ts'
import { openPrisma } from './store/prisma.ts'
import { createAuthenticate } from './use-cases/authenticate.ts'

/** Starts the auth service. */
export async function startAuth(context: ServiceContext<AuthConfig>): Promise<Closable> {
  const { config, log, clock, metrics, ops, telemetry } = context
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'auth',
    log,
    metrics,
  })
  const prisma = openPrisma(config.DATABASE_URL)
  const nats = connectNats({ url: config.NATS_URL, name: 'auth', log })
  const signingKeys = createSigningKeys({ jwksUrl: config.OAUTH_JWKS_URL, clock, log })
  ops.addCheck('database', () => db.check(), { critical: true })

  const pepper = config.KEY_PEPPER
  const accessTokens = createAccessTokens(config.ISSUER, signingKeys.getKey)
  const passwords = await createPasswords({
    concurrencyMax: config.PASSWORD_HASHES_MAX,
    queueMax: config.PASSWORD_QUEUE_MAX,
  })
  const invalidate = createInvalidate({ nats, prefix: config.NATS_PREFIX, log })
  const server = await serveGrpc({
    listen: config.GRPC_LISTEN,
    callers: config.GRPC_CALLERS,
    domain: 'gateway.auth',
    health: ops,
    log,
    telemetry,
    metrics,
    implementations: [
      authService(createAuthenticate({ db, accessTokens, pepper, metrics, log }), { telemetry, metrics }),
      accountService({ prisma, passwords, pepper, invalidate }),
      accountAdminService({ prisma, passwords, pepper, invalidate, log }),
    ],
  })
  log.info({ address: server.address }, 'listening')

  return {
    async close() {
      await server.close()
      signingKeys.close()
      await nats.close()
      await prisma.$disconnect()
      await db.close()
    },
  }
}
