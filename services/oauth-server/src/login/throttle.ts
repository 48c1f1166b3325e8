import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { openRedisFunctions } from '@mtg/redis'
import type { Closable, Logger } from '@mtg/runtime'
import { oauthError } from '../oauth-error.ts'

/** Failed logins that are allowed before somebody has to wait. */
export interface ThrottleLimits {
  /** Of one e-mail address; the wait begins at a minute and doubles up to a quarter of an hour. */
  readonly account: number
  /** Of one network, in a quarter of an hour. */
  readonly address: number
  /** Of everybody together, in a quarter of an hour. */
  readonly total: number
}

/** Slows down the guessing of passwords. */
export interface LoginThrottle extends Closable {
  /**
   * Counts an attempt. Throws `temporarily_unavailable`: with 429 and the time to wait when there were too many, with
   * 503 when Redis is away, since guessing must not become free by an outage.
   */
  attempt(email: string, address: string): Promise<LoginAttempt>
  check(): Promise<void>
}

/** An attempt that may go on. */
export interface LoginAttempt {
  /** Takes the attempt back after a success. Never fails. */
  forgive(): Promise<void>
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
const LIBRARY = 'mtg_logins_v1'
const SOURCE = readFileSync(join(import.meta.dirname, 'throttle.lua'), 'utf8')

/** Opens the counters. An outage is noticed at once and ends by itself. */
export function openLoginThrottle(options: ThrottleOptions): LoginThrottle {
  const { url, timeoutMs, limits, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })

  return {
    async attempt(email, address) {
      const keys = keysFor(options, email, address)
      const bounds = [limits.account, limits.address, limits.total]
      const answer = await functions.call('attempt', keys, bounds).catch((thrown: unknown) => {
        throw oauthError('temporarily_unavailable', { cause: thrown, detail: { reason: 'redis' } })
      })
      const waitMs = Number(answer)
      if (waitMs > 0) throw tooMany(waitMs)
      return {
        async forgive() {
          await functions
            .call('forgive', keys, [])
            .catch((err: unknown) => log.warn({ err }, 'a successful login still counts as failed'))
        },
      }
    },
    check: () => functions.check(),
    async close() {
      functions.close()
    },
  }
}

/** The network an address belongs to: one home or host has a whole IPv6 /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** One hash slot for all, so that they can be changed together on a cluster. */
function keysFor({ prefix, digestKey }: ThrottleOptions, email: string, address: string): string[] {
  const digest = (text: string) => createHmac('sha256', digestKey).update(text).digest('base64url')
  const account = email.trim().toLowerCase()
  return [
    `${prefix}{login}:account:${digest(account)}`,
    `${prefix}{login}:address:${digest(networkOf(address))}`,
    `${prefix}{login}:total`,
  ]
}

function tooMany(waitMs: number): Error {
  const minutes = Math.ceil(waitMs / 60_000)
  return oauthError('temporarily_unavailable', {
    status: 429,
    description: `There were too many failed logins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    detail: { reason: 'throttled' },
  })
}
