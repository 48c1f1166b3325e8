import { loginSettings } from '@mtg/logins'
import { isRedisUrl, REDIS_URL_FORMS } from '@mtg/redis'
import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'

const DAY_SECONDS = 24 * 3600

/** Settings of the authorization server. */
export const oauthSettings = z.object({
  ...commonSettings,
  HTTP_LISTEN: settings.hostPort().describe('host:port of the OAuth endpoints'),
  HTTP_CONNECTIONS_MAX: settings
    .int(1024, { min: 1 })
    .describe('connections to the OAuth endpoints; beyond, the oldest idle one gives way to the newest'),
  GRPC_LISTEN: settings.hostPort().describe('host:port of the gRPC services'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  DATABASE_POOL_MAX: settings.int(8, { min: 1 }).describe('connections to PostgreSQL'),
  REDIS_URL: settings
    .text()
    .refine(isRedisUrl, `must look like ${REDIS_URL_FORMS}`)
    .describe(`Redis, for the counters that slow down password guessing: ${REDIS_URL_FORMS}`),
  REDIS_PREFIX: settings.text('').describe('put before every Redis key, to share a server'),
  REDIS_TIMEOUT_MS: settings.int(300, { min: 1 }).describe('how long a login waits for Redis before it is refused'),
  AUTH_ADDR: settings.addresses().describe('gRPC address of auth, which knows API keys and passwords'),
  AUTH_TIMEOUT_MS: settings.int(5000, { min: 1 }).describe('how long to wait for auth'),
  // RFC 8414 section 2; without a path, so that every client looks for the metadata in the same place.
  ISSUER: settings.origin().describe('the base URL: origin of all endpoints, issuer and audience of all tokens'),
  ENCRYPTION_KEY: settings
    .secretBytes(32)
    .describe('base64 of 32 bytes: encrypts the signing keys, and keys the form tokens and the pseudonyms'),
  ACCESS_TOKEN_TTL_SECONDS: settings.int(3600, { min: 60, max: DAY_SECONDS }).describe('lifetime of access tokens'),
  AUTHORIZATION_CODE_TTL_SECONDS: settings.int(60, { min: 1, max: 600 }).describe('lifetime of authorization codes'),
  REFRESH_TOKEN_TTL_SECONDS: settings
    .int(30 * DAY_SECONDS, { min: 60 })
    .describe('how long after consent refresh tokens work, however often they are rotated'),
  REFRESH_REUSE_LEEWAY_SECONDS: settings
    .int(10, { max: 60 })
    .describe('a rotated refresh token that comes again within this time is refused, but its grant lives on'),
  BUYER_IDENTITY_TTL_SECONDS: settings
    .int(300, { min: 60, max: 3600 })
    .describe('lifetime of the buyer identities that publishers get'),
  SIGNING_ENABLED: settings.flag(true).describe('false: no tokens are issued and there is no JWKS'),
  SIGNING_KEY_FILE: settings
    .text()
    .optional()
    .describe('PEM file (PKCS #8) with an RSA key to sign with; keys are generated when unset'),
  SIGNING_KEY_LIFETIME_SECONDS: settings
    .int(90 * DAY_SECONDS, { min: 60 })
    .describe('how long a key signs before the next one takes over'),
  SIGNING_KEY_LEAD_SECONDS: settings
    .int(900)
    .describe('how long a key is published at least before it signs: longer than verifiers keep the JWKS'),
  SIGNING_KEY_REFRESH_MS: settings.int(5000, { min: 100 }).describe('how often a replica looks for changed keys'),
  ...loginSettings,
  PURGE_INTERVAL_MS: settings.int(10 * 60_000, { min: 1000 }).describe('how often what has expired is deleted'),
})

/** The settings, read and checked. */
export type OauthConfig = Readonly<z.infer<typeof oauthSettings>>
