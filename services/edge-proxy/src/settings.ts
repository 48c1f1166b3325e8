import { commonSettings, settings } from '@mtg/runtime'
import { z } from 'zod'
import { isCidr } from './publisher/addresses.ts'

const MEBIBYTE = 1024 * 1024

/** Settings of the edge proxy. */
export const edgeSettings = z.object({
  ...commonSettings,
  HTTP_LISTEN: settings.hostPort().describe('host:port where buyers call'),
  GRPC_LISTEN: settings
    .hostPort()
    .optional()
    .describe('host:port of the operator service (circuits); not served when unset'),
  BASE_URL: settings.url('http:', 'https:').describe("the gateway's public origin, without a path"),
  AUTH_ADDR: settings.addresses().describe('gRPC address of auth'),
  BILLING_ADDR: settings.addresses().describe('gRPC address of billing'),
  METERING_ADDR: settings.addresses().describe('gRPC address of metering'),
  OAUTH_ADDR: settings.addresses().describe('gRPC address of oauth-server, which signs buyer identities'),
  OAUTH_URL: settings.urls('http:', 'https:').describe('HTTP origins of oauth-server, commas between'),
  BILLING_URL: settings.urls('http:', 'https:').describe("HTTP origins of billing's webhooks, commas between"),
  NATS_URL: settings
    .urls('nats:', 'tls:')
    .describe('NATS with JetStream; several servers of a cluster with commas between'),
  NATS_PREFIX: settings.text('').describe('prefix of every NATS subject and stream'),
  USAGE_STREAM_REPLICAS: settings
    .int(1, { min: 1, max: 5 })
    .describe('servers of a NATS cluster that keep each usage event, when the stream has to be made'),
  USAGE_STREAM_MAX_BYTES: settings
    .int(1024 * MEBIBYTE, { min: MEBIBYTE })
    .describe('bytes that the stream of usage events may hold, when it has to be made'),
  ALLOW_PRIVATE_UPSTREAMS: settings
    .list()
    .refine(ranges => ranges.every(isCidr), 'must be address ranges such as 10.0.0.0/8, commas between')
    .describe('address ranges that publishers may live in although they are not public; none by default'),
  ALLOW_HTTP_UPSTREAMS: settings
    .flag(false)
    .describe('whether publishers on public addresses may be called without TLS, which shows their key to the network'),
  ALLOWED_ORIGINS: settings
    .list()
    .describe('web origins that may call besides BASE_URL; any other Origin header is refused'),
  TRUST_FORWARDED_FOR: settings
    .flag(false)
    .describe('whether a proxy in front of the gateway vouches for X-Forwarded-For'),
  BODY_BYTES_MAX: settings.int(MEBIBYTE, { min: 1 }).describe('size limit of a request body (body_too_large)'),
  ANSWER_BYTES_MAX: settings.int(10 * MEBIBYTE, { min: 1 }).describe("size limit of a publisher's JSON answer"),
  STREAM_BYTES_MAX: settings.int(100 * MEBIBYTE, { min: 1 }).describe("size limit of a publisher's streamed answer"),
  STREAM_IDLE_TIMEOUT_MS: settings
    .int(60_000, { min: 1 })
    .describe('how long a streamed answer may be silent; subscriptions may be for ever'),
  ANSWER_TIMEOUT_MS: settings
    .int(600_000, { min: 1 })
    .describe('by when an answer must be complete; must be below the time for which billing holds money'),
  CONNECT_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for connecting to a publisher'),
  CALLS_MAX: settings.int(4_000, { min: 1 }).describe('calls under way at once; more are refused (overloaded)'),
  APP_CALLS_MAX: settings.int(1_000, { min: 1 }).describe('calls under way at once for one app'),
  APP_SUBSCRIPTIONS_MAX: settings.int(200, { min: 1 }).describe('subscriptions/listen streams at once for one app'),
  AUTH_TIMEOUT_MS: settings.int(450, { min: 1 }).describe('for identifying a caller'),
  RESERVE_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for admitting a call'),
  SETTLE_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for one attempt to capture or release'),
  IDEMPOTENCY_WAIT_MS: settings
    .int(30_000)
    .describe('how long a request waits for an earlier one with the same Idempotency-Key (idempotency_conflict)'),
  IDENTITY_TIMEOUT_MS: settings.int(250, { min: 1 }).describe('for signing a buyer identity'),
  AUTH_CACHE_TTL_MS: settings.int(5_000).describe('how long a caller is known while invalidations arrive'),
  AUTH_CACHE_TTL_WITHOUT_NATS_MS: settings.int(1_000).describe('how long a caller is known while they do not'),
  AUTH_CACHE_ENTRIES_MAX: settings.int(50_000, { min: 1 }).describe('how many callers are known at once'),
  RATE_REFUSAL_MEMORY_MS: settings
    .int(60_000)
    .describe('how long the edge repeats a rate refusal by itself before it asks billing again'),
  USAGE_BUFFER_MAX: settings
    .int(100_000, { min: 1 })
    .describe('usage events kept while NATS is away; what is lost beyond is repaired from the journal'),
})

/** Their values. */
export type EdgeSettings = z.infer<typeof edgeSettings>
