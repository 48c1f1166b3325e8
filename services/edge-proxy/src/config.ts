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
  CONSOLE_URL: settings
    .urls('http:', 'https:')
    .optional()
    .describe('HTTP origins of the console, commas between; without it the API is not served here'),
  WALLET_URL: settings
    .url('http:', 'https:')
    .optional()
    .describe('page where buyers top up their wallets: every 402 links to it (rel="payment")'),
  NATS_URL: settings
    .urls('nats:', 'tls:')
    .describe('NATS with JetStream; several servers of a cluster with commas between'),
  NATS_PREFIX: settings.text('').describe('prefix of every NATS subject and stream'),
  USAGE_STREAM_REPLICAS: settings
    .int(1, { min: 1, max: 5 })
    .describe('servers of a NATS cluster that keep each usage event, when their streams have to be made'),
  USAGE_STREAM_MAX_BYTES: settings
    .int(1024 * MEBIBYTE, { min: MEBIBYTE })
    .describe('bytes of usage records that may wait to be stored, when their stream has to be made'),
  OBSERVATION_STREAM_MAX_BYTES: settings
    .int(64 * MEBIBYTE, { min: MEBIBYTE })
    .describe('bytes of observations of calls that may wait to be stored, when their stream has to be made'),
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
  FORM_BODY_BYTES_MAX: settings
    .int(16 * 1024, { min: 1 })
    .describe('size limit of a request body on OAuth and checkout paths'),
  API_BODY_BYTES_MAX: settings.int(64 * 1024, { min: 1 }).describe('size limit of a request body on /api/v1'),
  WEBHOOK_BODY_BYTES_MAX: settings.int(256 * 1024, { min: 1 }).describe("size limit of a payment processor's event"),
  MESSAGE_KEYS_MAX: settings
    .int(256, { min: 16, max: 4_096 })
    .describe('keys of one object that the gateway reads: the top two levels of a request, and _meta'),
  MESSAGE_DEPTH_MAX: settings.int(64, { min: 8, max: 512 }).describe('levels of nesting in a request'),
  ID_LENGTH_MAX: settings.int(64, { min: 1, max: 1_024 }).describe('characters, or digits, of a JSON-RPC id'),
  NAME_BYTES_MAX: settings
    .int(256, { min: 1, max: 1_024 })
    .describe('bytes of the name of a method, tool, prompt or model'),
  URI_BYTES_MAX: settings.int(2_048, { min: 1, max: 8_192 }).describe("bytes of a resource's URI"),
  TASK_ASK_INTERVAL_MS: settings
    .int(2_000, { min: 50 })
    .describe('how often it is looked whether there are tasks whose time is over'),
  CHAT_MESSAGES_MAX: settings.int(4_096, { min: 1, max: 65_536 }).describe('messages of one chat completions request'),
  ANSWER_BYTES_MAX: settings.int(10 * MEBIBYTE, { min: 1 }).describe("size limit of a publisher's JSON answer"),
  BODIES_BYTES_MAX: settings
    .int(32 * MEBIBYTE, { min: MEBIBYTE })
    .describe('bytes of request bodies held at once; a buyer or address gets half of what it leaves to the others'),
  ANSWERS_BYTES_MAX: settings
    .int(40 * MEBIBYTE, { min: MEBIBYTE })
    .describe("bytes of publishers' answers held at once; a buyer or app gets half of what it leaves to the others"),
  STREAM_BYTES_MAX: settings.int(100 * MEBIBYTE, { min: 1 }).describe("size limit of a publisher's streamed answer"),
  STREAM_IDLE_TIMEOUT_MS: settings
    .int(60_000, { min: 1 })
    .describe('how long a streamed answer may be silent; subscriptions may be for ever'),
  ANSWER_TIMEOUT_MS: settings
    .int(600_000, { min: 1 })
    .describe('by when an answer must be complete; must be below the time for which billing holds money'),
  CONNECT_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for connecting to a publisher'),
  UPSTREAM_CONNECTIONS_MAX: settings
    .int(4_000, { min: 1 })
    .describe(
      'connections to publishers, idle ones included; beyond, idle ones are closed and calls refused (overloaded)',
    ),
  PUBLISHER_CONNECTIONS_MAX: settings.int(2_000, { min: 1 }).describe('of them to the apps of one publisher'),
  APP_CONNECTIONS_MAX: settings.int(1_200, { min: 1 }).describe('of them to one app'),
  UPSTREAM_IDLE_CONNECTIONS_MAX: settings
    .int(2_000)
    .describe('idle connections to publishers, each kept for 4 s for the next call of the same buyer to the same app'),
  APP_IDLE_CONNECTIONS_MAX: settings
    .int(1_000)
    .describe('of them to one app; where there are as many, the one idle for longest is closed for the next'),
  UPLOADS_MAX: settings
    .int(2_000, { min: 1 })
    .describe('bodies on their way at once that did not come with their headers; more are refused (overloaded)'),
  OWN_UPLOADS_MAX: settings.int(256, { min: 1 }).describe('the same for one buyer, or one address that nobody knows'),
  UPLOAD_GRACE_MS: settings.int(5_000, { min: 1 }).describe('what every body may take to arrive'),
  UPLOAD_BYTES_PER_SECOND_MIN: settings
    .int(40 * 1024, { min: 1 })
    .describe('how fast a body must arrive after that (bad_request, 408); none may take over 30 s'),
  HAND_OVER_GRACE_MS: settings
    .int(30_000, { min: 1 })
    .describe('what every reader may take for an answer that was written whole, or for what a stream has waiting'),
  HAND_OVER_BYTES_PER_SECOND_MIN: settings
    .int(16 * 1024, { min: 1 })
    .describe('how fast an answer must be read after that; slower readers are cut off'),
  CONNECTIONS_MAX: settings
    .int(8_000, { min: 1 })
    .describe('connections at once; further ones are closed, and an address gets half of what others leave'),
  ADDRESS_CONNECTIONS_MAX: settings
    .int(2_000, { min: 1 })
    .describe('connections at once of one IPv4 address or IPv6 /64; no bound when TRUST_FORWARDED_FOR is set'),
  CONNECTION_REQUESTS_MAX: settings
    .int(32, { min: 1 })
    .describe('requests of one connection that may wait for the answer to an earlier one (HTTP pipelining)'),
  FORWARDS_MAX: settings
    .int(256, { min: 1 })
    .describe('requests under way at once for other services: OAuth, webhooks, checkout and usage'),
  OWN_FORWARDS_MAX: settings
    .int(64, { min: 1 })
    .describe('the same for one address, or for one buyer who asks for usage'),
  CALLS_MAX: settings
    .int(4_000, { min: 1 })
    .describe('calls under way at once; more are refused (overloaded), and a buyer gets half of what others leave'),
  BUYER_CALLS_MAX: settings.int(500, { min: 1 }).describe('calls under way at once of one buyer'),
  PUBLISHER_CALLS_MAX: settings
    .int(2_000, { min: 1 })
    .describe('calls and subscriptions under way at once for all apps of one publisher'),
  APP_CALLS_MAX: settings.int(1_000, { min: 1 }).describe('calls under way at once for one app'),
  APP_SUBSCRIPTIONS_MAX: settings.int(200, { min: 1 }).describe('subscriptions/listen streams at once for one app'),
  BUYER_SUBSCRIPTIONS_MAX: settings
    .int(50, { min: 1 })
    .describe('subscriptions/listen streams at once of one buyer, for all apps'),
  AUTH_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for identifying a caller'),
  RESERVE_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for reserving a call'),
  SETTLE_TIMEOUT_MS: settings.int(2_000, { min: 1 }).describe('for one attempt to capture or release'),
  RESERVATIONS_AHEAD_MAX: settings
    .int(512, { min: 0, max: 4_096 })
    .describe(
      'reservations made ahead for a buyer who calls an app without a pause, for at most a second; 0: none, also not for next calls',
    ),
  IDEMPOTENCY_WAIT_MS: settings
    .int(30_000)
    .describe('how long a request waits for an earlier one with the same Idempotency-Key (idempotency_conflict)'),
  IDENTITY_TIMEOUT_MS: settings.int(250, { min: 1 }).describe('for signing a buyer identity'),
  AUTH_CACHE_TTL_MS: settings
    .int(5_000)
    .describe('how long a caller is known, while invalidations arrive, before auth confirms that nothing has changed'),
  AUTH_CACHE_TTL_WITHOUT_NATS_MS: settings.int(1_000).describe('the same while they do not arrive'),
  AUTH_CACHE_KEEP_MS: settings
    .int(600_000)
    .describe('how long a caller is known at most before auth is asked about that caller again'),
  AUTH_CACHE_ENTRIES_MAX: settings.int(50_000, { min: 1 }).describe('how many callers are known at once'),
  RATE_REFUSAL_MEMORY_MS: settings
    .int(60_000)
    .describe('how long the edge repeats a rate refusal by itself before it asks billing again'),
  STRANGER_FAILURES_PER_MINUTE: settings
    .int(1_200, { min: 1 })
    .describe(
      'requests without a valid credential from one IPv4 address or IPv6 /64 in a minute (rate_limit_exceeded)',
    ),
  VISITS_PER_MINUTE: settings
    .int(6_000, { min: 1 })
    .describe(
      'requests of one address in a minute to OAuth paths, webhooks and whatever is no call (rate_limit_exceeded)',
    ),
  STRANGER_LOOKUPS_MAX: settings
    .int(256, { min: 1 })
    .describe('credentials nobody has shown before that auth is asked about at once; addresses take turns'),
  STRANGER_LOOKUPS_PER_SECOND: settings
    .int(5_000, { min: 1 })
    .describe('credentials nobody has shown before that auth is asked about in a second'),
  STRANGER_WAIT_MS: settings
    .int(450, { min: 1 })
    .describe('how long such a credential waits for its turn to be asked about (overloaded)'),
  REFUSAL_LINES_PER_SECOND: settings
    .int(100, { min: 1 })
    .describe('log lines a second of calls that were refused before anything was reserved; the rest is counted'),
  SHED_ROUND_MS: settings
    .int(10, { min: 1 })
    .describe(
      'how long a round of the event loop may take, for half a second, before the heaviest buyer is refused (overloaded)',
    ),
  SHED_WAIT_MS: settings
    .int(5, { min: 1 })
    .describe(
      "how long calls may queue for billing's answer, or three times what it takes at rest, before the heaviest buyer is refused (overloaded)",
    ),
  SHED_CALLS_PER_SECOND_MIN: settings
    .int(50, { min: 1 })
    .describe('a buyer who makes fewer calls a second is never refused for being the heaviest'),
  REFUSALS_PER_SECOND: settings
    .int(50, { min: 1 })
    .describe('refusals of one buyer or address that are answered at once; further ones wait for REFUSAL_HOLD_MS'),
  REFUSAL_HOLD_MS: settings
    .int(500)
    .describe('how long a refusal waits that is one too many in a second, so that it is not asked again at once'),
  UNCOUNTED_PER_MINUTE: settings
    .int(1_200, { min: 1 })
    .describe("a buyer's requests in a minute that no app's rate window counts: refusals, replays, usage queries"),
  USAGE_BUFFER_MAX: settings
    .int(100_000, { min: 1 })
    .describe('usage events kept while NATS is away; what is lost beyond is repaired from the journal'),
  USAGE_BUFFER_BYTES_MAX: settings
    .int(8 * MEBIBYTE, { min: 65_536 })
    .describe('bytes of these events; observations get half of it, those of one buyer a sixteenth'),
  OBSERVATIONS_PER_SECOND: settings
    .int(20, { min: 1 })
    .describe(
      'calls of one buyer that are not charged and yet observed in a second, for mtg explain; others only count',
    ),
})

/** Their values. */
export type EdgeSettings = z.infer<typeof edgeSettings>
