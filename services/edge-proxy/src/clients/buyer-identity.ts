import { services } from '@mtg/contracts'
import { type CounterMetric, type Logger, noSpan, type Span } from '@mtg/observability'
import { type Clock } from '@mtg/primitives'
import { createClient } from '@mtg/rpc'
import { LRUCache } from 'lru-cache'

/** What publishers may believe about a buyer. */
export interface BuyerIdentities {
  /**
   * A signed JWT, a promise only where there is none yet; undefined while oauth-server cannot sign one: a call is worth
   * more than its caller's name.
   */
  tokenFor(buyerId: string, publisherUsername: string, span?: Span): string | Promise<string | undefined>
  close(): void
}

/** What buyer identities need. */
export interface BuyerIdentityOptions {
  readonly address: string
  readonly token: string
  readonly timeoutMs: number
  readonly clock: Clock
  readonly log: Logger
  readonly missing: CounterMetric
}

interface Issued {
  readonly token: string
  readonly expiresAtMs: number
}

const ENTRIES_MAX = 50_000
/** A token must outlive the call that carries it. */
const MARGIN_MS = 30_000
/** After a failure nobody asks for this long, so that an outage costs calls no time. */
const PAUSE_MS = 1_000

/** Issues identities, and keeps each until shortly before it expires. */
export function createBuyerIdentities(options: BuyerIdentityOptions): BuyerIdentities {
  const { clock, log } = options
  const client = createClient(services.oauth.IdentityService, { address: options.address, token: options.token })
  const cache = new LRUCache<string, Issued>({ max: ENTRIES_MAX })
  const asking = new Map<string, Promise<string | undefined>>()
  let pausedUntilMs = 0

  async function issue(
    key: string,
    buyerId: string,
    publisherUsername: string,
    span: Span,
  ): Promise<string | undefined> {
    try {
      const limits = { timeoutMs: options.timeoutMs, span }
      const issued = await client.IssueBuyerIdentity({ buyerId, publisherUsername }, limits)
      cache.set(key, { token: issued.token, expiresAtMs: Number(issued.expiresAtMs) })
      return issued.token
    } catch (thrown) {
      pausedUntilMs = clock.monotonicMs() + PAUSE_MS
      log.warn({ err: thrown }, 'buyer identities cannot be signed: publishers get calls without them')
      return undefined
    } finally {
      asking.delete(key)
    }
  }

  async function ask(key: string, buyerId: string, publisherUsername: string, span: Span): Promise<string | undefined> {
    let token: string | undefined
    if (clock.monotonicMs() >= pausedUntilMs) {
      const asked = asking.get(key) ?? issue(key, buyerId, publisherUsername, span)
      asking.set(key, asked)
      token = await asked
    }
    if (token === undefined) options.missing.inc()
    return token
  }

  return {
    tokenFor(buyerId, publisherUsername, span = noSpan) {
      const key = `${buyerId}/${publisherUsername}`
      const known = cache.get(key)
      if (known !== undefined && known.expiresAtMs - MARGIN_MS > clock.nowMs()) return known.token
      return ask(key, buyerId, publisherUsername, span)
    },
    close: () => client.close(),
  }
}
