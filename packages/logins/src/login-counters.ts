import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@mtg/observability'
import { openRedisFunctions } from '@mtg/redis'
import type { LoginLimits, LoginOrigin } from './login-limits.ts'
import { networkOf, wideNetworkOf } from './networks.ts'

/** Counters of failed logins in Redis. All methods reject while Redis is away. */
export interface LoginCounters {
  /** Counts an attempt as failed, or says how long it has to wait and counts nothing. */
  count(origin: LoginOrigin): Promise<CountedLogin | RefusedLogin>
  /** Takes back an attempt that was counted. One that succeeded makes its network known from then on. */
  takeBack(origin: LoginOrigin, counted: CountedLogin, outcome: 'succeeded' | 'cancelled'): Promise<void>
  check(): Promise<void>
  close(): void
}

/** An attempt that may go on. */
interface CountedLogin {
  readonly isStranger: boolean
}

/** An attempt that has to wait. */
interface RefusedLogin {
  readonly waitMs: number
  /** The counter that says so. */
  readonly counter: string
}

/** Where the counters are, and what they allow. */
export interface LoginCountersOptions {
  readonly url: string
  readonly prefix: string
  readonly timeoutMs: number
  readonly limits: LoginLimits
  /** Keys the digests that stand for e-mails and addresses in Redis. */
  readonly digestKey: Buffer
  readonly log: Logger
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_logins_v2'
const SOURCE = readFileSync(join(import.meta.dirname, 'login-counters.lua'), 'utf8')

/** Opens the counters. An outage is noticed at once and ends by itself. */
export function openLoginCounters(options: LoginCountersOptions): LoginCounters {
  const { url, timeoutMs, limits, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  const bounds = [limits.origin, limits.network, limits.strangers, limits.strangersPerDay, limits.total]
  return {
    async count(origin) {
      const { keys, network } = countersOf(options, origin)
      const isKnownBrowser = origin.browser === undefined ? '0' : '1'
      const answer = await functions.call('attempt', keys, [network, isKnownBrowser, ...bounds])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so answers `attempt` of login-counters.lua, whose version is in its name
      const [waitMs, word] = answer as [number, string]
      return waitMs > 0 ? { waitMs, counter: word } : { isStranger: word === 'stranger' }
    },
    async takeBack(origin, { isStranger }, outcome) {
      const { keys, network } = countersOf(options, origin)
      const hasSucceeded = outcome === 'succeeded' ? '1' : '0'
      await functions.call('give_back', keys, [network, isStranger ? '1' : '0', hasSucceeded])
    },
    check: () => functions.check(),
    close: () => functions.close(),
  }
}

/** One hash slot for all, so that they can be changed together on a cluster. In the order that the functions expect. */
function countersOf({ prefix, digestKey }: LoginCountersOptions, { email, address, browser }: LoginOrigin) {
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
