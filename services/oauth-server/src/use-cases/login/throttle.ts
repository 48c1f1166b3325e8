import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@mtg/observability'
import { openRedisFunctions } from '@mtg/redis'
import type { Closable } from '@mtg/runtime'
import { networkOf, wideNetworkOf } from '../../domain/networks.ts'
import { oauthError } from '../../domain/oauth-error.ts'

/**
 * Failed logins that are allowed before somebody has to wait. Whoever comes from a network, or with a browser, that the
 * account has logged in from is counted apart: strangers can never make them wait.
 */
export interface ThrottleLimits {
  /** On one account from one network or known browser; the wait begins at a minute and doubles up to a quarter of an hour. */
  readonly origin: number
  /** Of one network, on whatever account, in a quarter of an hour. */
  readonly network: number
  /** Of strangers on one account in a quarter of an hour; beyond, a wider network may fail once in that time. */
  readonly strangers: number
  /** Of strangers on one account in a day. */
  readonly strangersPerDay: number
  /** Of all strangers in a quarter of an hour; beyond, a wider network may fail once in that time. */
  readonly total: number
}

/** Who tries to log in. */
export interface LoginOrigin {
  readonly email: string
  readonly address: string
  /** Of the browser, when it has logged in to this account before. */
  readonly browser: string | undefined
}

/** Slows down the guessing of passwords. */
export interface LoginThrottle extends Closable {
  /**
   * Counts an attempt. Throws `temporarily_unavailable`: with 429 and the time to wait when there were too many, with
   * 503 when Redis is away, since guessing must not become free by an outage.
   */
  attempt(origin: LoginOrigin): Promise<LoginAttempt>
  check(): Promise<void>
}

/** An attempt that may go on. */
export interface LoginAttempt {
  /** The password was right: it does not count as failed, and its network is known from now on. Never fails. */
  succeeded(): Promise<void>
  /** Nobody could look at the password: it does not count. Never fails. */
  cancelled(): Promise<void>
}

/** What the throttle needs. */
export interface ThrottleOptions {
  readonly url: string
  readonly prefix: string
  readonly timeoutMs: number
  readonly limits: ThrottleLimits
  /** Keys the digests that stand for e-mails and addresses in Redis. */
  readonly digestKey: Buffer
  readonly log: Logger
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_logins_v2'
const SOURCE = readFileSync(join(import.meta.dirname, '../../clients/login-counters.lua'), 'utf8')

/** Opens the counters. An outage is noticed at once and ends by itself. */
export function openLoginThrottle(options: ThrottleOptions): LoginThrottle {
  const { url, timeoutMs, limits, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  const bounds = [limits.origin, limits.network, limits.strangers, limits.strangersPerDay, limits.total]

  return {
    async attempt(origin) {
      const { keys, network } = countersOf(options, origin)
      const args = [network, origin.browser === undefined ? '0' : '1', ...bounds]
      const answer = await functions.call('attempt', keys, args).catch((thrown: unknown) => {
        throw oauthError('temporarily_unavailable', { cause: thrown, detail: { reason: 'redis' } })
      })
      const [waitMs, word] = answer as [number, string]
      if (waitMs > 0) throw tooMany(waitMs, word)
      const giveBack = async (succeeded: boolean) => {
        await functions
          .call('give_back', keys, [network, word === 'stranger' ? '1' : '0', succeeded ? '1' : '0'])
          .catch((err: unknown) => log.warn({ err }, 'a login that did not fail still counts as failed'))
      }
      return { succeeded: () => giveBack(true), cancelled: () => giveBack(false) }
    },
    check: () => functions.check(),
    async close() {
      functions.close()
    },
  }
}

/** One hash slot for all, so that they can be changed together on a cluster. In the order that the functions expect. */
function countersOf({ prefix, digestKey }: ThrottleOptions, { email, address, browser }: LoginOrigin) {
  const digest = (...parts: string[]) => createHmac('sha256', digestKey).update(parts.join('\n')).digest('base64url')
  const account = email.trim().toLowerCase()
  const network = digest(networkOf(address))
  const wide = wideNetworkOf(address)
  const origin = browser === undefined ? digest(account, 'network', network) : digest(account, 'browser', browser)
  const names = [
    `origin:${origin}`,
    `networks:${digest(account)}`,
    `network:${network}`,
    `strangers:${digest(account)}`,
    `day:${digest(account)}`,
    `region:${digest(account, wide)}`,
    'total',
    `wide:${digest(wide)}`,
  ]
  return { keys: names.map(name => `${prefix}{login}:${name}`), network }
}

function tooMany(waitMs: number, why: string): Error {
  const minutes = Math.ceil(waitMs / 60_000)
  return oauthError('temporarily_unavailable', {
    status: 429,
    description: `There were too many failed logins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    detail: { reason: 'throttled', counter: why },
  })
}
