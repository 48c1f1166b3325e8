import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, natsUrl } from '@mtg/testing'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Client } from 'pg'
import { authSettings, startAuth } from '../src/index.ts'

export const LIMITS = { timeoutMs: 10_000 }
const ISSUER = 'http://127.0.0.1:8080'

/** The auth service on a database of its own, with signing keys that tests can sign with. */
export type Harness = Awaited<ReturnType<typeof startHarness>>

export async function startHarness(settings: Record<string, string> = {}) {
  const database = await createServiceDatabase({ service: 'auth' })
  const sql = new Client({ connectionString: database.adminUrl })
  await sql.connect()
  const pair = await generateKeyPair('RS256')
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const jwks = createServer((_request, response) => void response.end(JSON.stringify({ keys: [publicKey] })))
  await new Promise<void>(resolve => jwks.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${await freePort()}`
  const natsPrefix = `auth_${randomBytes(4).toString('hex')}.`
  const config = loadConfig(authSettings, {
    GRPC_LISTEN: address,
    GRPC_CALLERS: 'anyone',
    DATABASE_URL: database.url,
    NATS_URL: await natsUrl(),
    NATS_PREFIX: natsPrefix,
    ISSUER,
    OAUTH_JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/`,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    ...settings,
  })
  const lines: string[] = []
  const log = createLogger({ service: 'auth', level: 'warn', destination: { write: line => void lines.push(line) } })
  const metrics = createMetrics('auth')
  const ops = createOps({ log, clock: systemClock, metrics })
  const running = await startAuth({ config, log, clock: systemClock, metrics, ops, telemetry: noTelemetry })
  const admin = createClient(services.auth.AccountAdminService, { address })
  const accounts = createClient(services.auth.AccountService, { address })
  const auth = createClient(services.auth.AuthService, { address })

  return {
    address,
    natsPrefix,
    sql,
    admin,
    accounts,
    logs: () => lines.join(''),
    metrics: () => metrics.text(),
    async principalOf(credential: string) {
      const { principal } = await auth.Authenticate({ credential }, LIMITS)
      if (!principal) throw new Error('no principal')
      return principal
    },
    /** "accepted", or why a credential is refused. */
    async codeOf(credential: string): Promise<string> {
      const outcome = await auth.Authenticate({ credential }, LIMITS).catch((error: { code: string }) => error)
      return 'code' in outcome ? outcome.code : 'accepted'
    },
    /** An access token as oauth-server signs them. */
    tokenFor(principal: { buyerId: string; keyId: string }, claims: JWTPayload = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      const { buyerId, keyId } = principal
      const content = { iss: ISSUER, aud: ISSUER, sub: buyerId, client_id: keyId, scope: 'mcp:tools', jti: 'x' }
      return new SignJWT({ ...content, iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' })
        .sign(pair.privateKey)
    },
    async stop() {
      for (const client of [admin, accounts, auth]) client.close()
      await running.close()
      jwks.close()
      await sql.end()
      await database.drop()
    },
  }
}
