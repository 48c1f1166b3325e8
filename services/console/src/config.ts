import { loginSettings } from '@mtg/logins'
import { isRedisUrl, REDIS_URL_FORMS } from '@mtg/redis'
import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'

const DAY_SECONDS = 24 * 3600

/** Settings of the console. */
export const consoleSettings = z.object({
  ...commonSettings,
  HTTP_LISTEN: settings.hostPort().describe('host:port of the API'),
  HTTP_CONNECTIONS_MAX: settings
    .int(2048, { min: 1 })
    .describe('connections to the API; beyond, the oldest idle one gives way to the newest'),
  BODY_BYTES_MAX: settings.int(64 * 1024, { min: 1024 }).describe('size limit of a request body (body_too_large)'),
  BASE_URL: settings.origin().describe("the gateway's public origin, where the edge forwards the API from"),
  CONSOLE_ORIGIN: settings
    .origin()
    .optional()
    .describe("the console's own public origin, where people's links lead; BASE_URL when unset"),
  ALLOWED_ORIGINS: settings
    .list()
    .describe('further web origins whose pages may use the session cookie, besides BASE_URL and CONSOLE_ORIGIN'),
  DATABASE_URL: settings.url('postgresql:', 'postgres:').describe("PostgreSQL, with this service's own role"),
  DATABASE_POOL_MAX: settings.int(8, { min: 1 }).describe('connections to PostgreSQL'),
  REDIS_URL: settings
    .text()
    .refine(isRedisUrl, `must look like ${REDIS_URL_FORMS}`)
    .describe(`Redis, for the counters that slow down password guessing: ${REDIS_URL_FORMS}`),
  REDIS_PREFIX: settings.text('').describe('put before every Redis key, to share a server'),
  REDIS_TIMEOUT_MS: settings.int(300, { min: 1 }).describe('how long a login waits for Redis before it is refused'),
  AUTH_ADDR: settings.addresses().describe('gRPC address of auth, which knows accounts and keys'),
  BILLING_ADDR: settings.addresses().describe('gRPC address of billing'),
  METERING_ADDR: settings.addresses().describe('gRPC address of metering'),
  OAUTH_ADDR: settings.addresses().describe('gRPC address of oauth-server, which knows what buyers have allowed'),
  EDGE_ADDR: settings
    .addresses()
    .describe('gRPC addresses of every edge, which ask publishers what their servers offer, and keep circuits'),
  RPC_TIMEOUT_MS: settings.int(5000, { min: 1 }).describe('how long to wait for another service'),
  QUALITY_CACHE_MS: settings
    .int(30_000, { min: 1 })
    .describe('how long the quality of an app is believed, which metering measures once a minute'),
  ENCRYPTION_KEY: settings
    .secretBytes(32)
    .describe('base64 of 32 bytes: encrypts messages on their way and answers that are kept, and keys digests'),
  SMTP_URL: settings
    .url('smtp:', 'smtps:')
    .optional()
    .describe('mail server, smtp://user:password@host:587; messages are files in OUTBOX_DIR when unset'),
  MAIL_FROM: settings.text('gateway@localhost').describe('sender of messages'),
  OUTBOX_DIR: settings.text('outbox').describe('folder of messages, a file each, while SMTP_URL is not set'),
  SESSION_IDLE_SECONDS: settings.int(7 * DAY_SECONDS, { min: 60 }).describe('how long a session lives without use'),
  SESSION_LIFETIME_SECONDS: settings.int(30 * DAY_SECONDS, { min: 60 }).describe('how long a session lives at most'),
  VERIFY_LINK_TTL_SECONDS: settings
    .int(2 * DAY_SECONDS, { min: 60 })
    .describe('how long the link that verifies an e-mail address works'),
  RESET_LINK_TTL_SECONDS: settings.int(3600, { min: 60 }).describe('how long the link that resets a password works'),
  MESSAGES_PER_HOUR_MAX: settings.int(5, { min: 1 }).describe('messages to one e-mail address in an hour'),
  IDEMPOTENCY_TTL_SECONDS: settings
    .int(DAY_SECONDS, { min: 60 })
    .describe('how long the answer to a request with an Idempotency-Key is kept'),
  ADDRESS_REQUESTS_PER_MINUTE: settings
    .int(600, { min: 1 })
    .describe('requests of one network (IPv4 address, IPv6 /64) in a minute, at each replica'),
  ACCOUNT_REQUESTS_PER_MINUTE: settings
    .int(600, { min: 1 })
    .describe('requests of one account in a minute, at each replica'),
  SIGN_UPS_PER_HOUR: settings
    .int(100, { min: 1 })
    .describe('sign-ups, and messages asked for, of one network in an hour, at each replica'),
  PROBES_PER_HOUR: settings
    .int(60, { min: 1 })
    .describe('how often one account may have the gateway ask its servers what they offer in an hour, at each replica'),
  SECURITY_CONTACT: settings
    .url('mailto:', 'https:')
    .optional()
    .describe('whom people write to who have found a hole (security.txt); there is no such file when unset'),
  SECURITY_POLICY: settings.url('https:').optional().describe('page with the rules for that'),
  ...loginSettings,
  LIVE_INTERVAL_MS: settings
    .int(1_000, { min: 50 })
    .describe('how often what moves is read, once for everybody who has a page open'),
  LIVE_STREAMS_MAX: settings.int(1_000, { min: 1 }).describe('pages that are told of it, at each replica'),
  LIVE_STREAMS_OF_ACCOUNT_MAX: settings.int(8, { min: 1 }).describe('pages of one account among them'),
  PURGE_INTERVAL_MS: settings.int(10 * 60_000, { min: 1000 }).describe('how often what has expired is deleted'),
})

/** The settings, read and checked. */
export type ConsoleConfig = Readonly<z.infer<typeof consoleSettings>>
