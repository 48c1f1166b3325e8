import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type auth, services } from '@mtg/contracts'
import { createLogger, createMetrics, noTelemetry } from '@mtg/observability'
import { type Clock, systemClock } from '@mtg/primitives'
import { createBatchClient, createClient, fromRefusal } from '@mtg/rpc'
import { createOps, loadConfig } from '@mtg/runtime'
import { createServiceDatabase, natsUrl } from '@mtg/testing'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Client } from 'pg'
import { authSettings, startAuth } from '../src/index.ts'

/** How long a test waits for any one answer. */
export const LIMITS = { timeoutMs: 10_000 }

/** Issuer and audience of access tokens. */
export const ISSUER = 'http://127.0.0.1:8080'

/** How a token differs from what oauth-server signs. */
export interface TokenOptions {
  readonly claims?: JWTPayload
  readonly header?: Record<string, unknown>
  readonly key?: CryptoKey
}

/** The auth service on a database of its own, with signing keys that tests can sign with. */
export type Harness = Awaited<ReturnType<typeof startHarness>>

export async function startHarness(settings: Record<string, string> = {}, clock: Clock = systemClock) {
  const database = await createServiceDatabase({ service: 'auth' })
  const sql = new Client({ connectionString: database.adminUrl })
  await sql.connect()
  const pair = await generateKeyPair('RS256')
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const jwks = createServer((_request, response) => void response.end(JSON.stringify({ keys: [publicKey] })))
  await new Promise<void>(resolve => jwks.listen(0, '127.0.0.1', resolve))
  const natsPrefix = `auth_${randomBytes(4).toString('hex')}.`
  const config = loadConfig(authSettings, {
    GRPC_LISTEN: '127.0.0.1:0',
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
  const ops = createOps({ log, clock, metrics })
  const running = await startAuth({ config, log, clock, metrics, ops, telemetry: noTelemetry })
  const { address } = running
  const admin = createClient(services.auth.AccountAdminService, { address })
  const accounts = createClient(services.auth.AccountService, { address })
  const checks = createClient(services.auth.AuthService, { address })
  const streams: { close(): void }[] = []

  return {
    address,
    natsPrefix,
    sql,
    admin,
    accounts,
    checks,
    logs: () => lines.join(''),
    metrics: () => metrics.text(),
    async principalOf(credential: string) {
      const { principal } = await checks.Authenticate({ credential }, LIMITS)
      if (!principal) throw new Error('no principal')
      return principal
    },
    /** "accepted", or why a credential is refused. */
    async codeOf(credential: string): Promise<string> {
      const outcome = await checks.Authenticate({ credential }, LIMITS).catch((error: { code: string }) => error)
      return 'code' in outcome ? outcome.code : 'accepted'
    },
    /** The same over a stream of its own, as edges ask. */
    openStream() {
      const stream = openStream(address)
      streams.push(stream)
      return stream.codeOf
    },
    /** An access token as oauth-server signs them. */
    tokenFor(
      { buyerId, keyId }: { readonly buyerId: string; readonly keyId: string },
      { claims, header, key = pair.privateKey }: TokenOptions = {},
    ): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      const content = {
        iss: ISSUER,
        aud: ISSUER,
        sub: buyerId,
        client_id: keyId,
        scope: 'mcp:tools',
        jti: randomUUID(),
      }
      return new SignJWT({ ...content, iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...header })
        .sign(key)
    },
    async stop() {
      for (const client of [admin, accounts, checks, ...streams]) client.close()
      await running.close()
      jwks.close()
      await sql.end()
      await database.drop()
    },
  }
}

function openStream(address: string) {
  const client = createBatchClient({
    service: services.auth.AuthService,
    method: 'AuthenticateStream',
    address,
    toMessage: (items: auth.AuthenticateItem[]) => ({ items }),
    keyOf: item => item.requestId ?? 0,
    resultsOf: message => message.results,
    keyOfResult: result => result.requestId,
  })
  let requestId = 0
  return {
    codeOf: async (credential: string, traceparent = ''): Promise<string> => {
      requestId += 1
      try {
        const { refusal } = await client.send({ requestId, request: { credential }, traceparent }, LIMITS)
        return refusal ? fromRefusal(refusal).code : 'accepted'
      } catch (thrown) {
        return (thrown as { code: string }).code
      }
    },
    close: () => client.close(),
  }
}
