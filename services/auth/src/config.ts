import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'

/** Settings of the auth service. */
export const authSettings = z.object({
  ...commonSettings,
  GRPC_LISTEN: settings.hostPort().describe('host:port of the gRPC services'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  DATABASE_POOL_MAX: settings.int(8, { min: 1 }).describe('connections to PostgreSQL'),
  NATS_URL: settings.urls('nats:', 'tls:').describe('NATS, for pushing invalidations to the edges'),
  NATS_PREFIX: settings.text('').describe('put before every NATS subject, to share a server'),
  ISSUER: settings.url('http:', 'https:').describe('issuer and audience of access tokens: the base URL'),
  OAUTH_JWKS_URL: settings
    .urls('http:', 'https:')
    .describe('where the public signing keys are; replicas with commas between'),
  KEY_PEPPER: settings.secretBytes(32).describe('base64 of the 32 bytes that key the hashes of API keys'),
  KEYS_LIVE_MAX: settings.int(1_000, { min: 1 }).describe('API keys of one buyer that work'),
  KEYS_ALL_MAX: settings.int(10_000, { min: 1 }).describe('API keys of one buyer, revoked and expired ones too'),
  PASSWORD_HASHES_MAX: settings.int(2, { min: 1 }).describe('passwords hashed at once (19 MiB of memory each)'),
  PASSWORD_QUEUE_MAX: settings.int(64).describe('logins that may wait for that before they are refused'),
})

/** The settings, read and checked. */
export type AuthConfig = Readonly<z.infer<typeof authSettings>>
