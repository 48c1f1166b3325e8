import { type metering, services } from '@mtg/contracts'
import type { Logger } from '@mtg/observability'
import { createClient } from '@mtg/rpc'
import { LRUCache } from 'lru-cache'
import type { Quality } from '../domain/quality.ts'
import type { ServiceOptions } from './auth.ts'

/** How well apps do, which metering measures. */
export interface Qualities {
  /** One for each app ("publisher/app"), in their order. Never rejects: the catalogue goes on without. */
  of(apps: readonly string[]): Promise<Quality[]>
  close(): void
}

const CACHE_MAX = 20_000

/** How to ask metering, and how long to believe it. */
export interface QualityOptions extends ServiceOptions {
  readonly cacheMs: number
  readonly log: Logger
}

const UNAVAILABLE: Quality = {
  status: 'unavailable',
  windowDays: undefined,
  buyersMin: undefined,
  figures: undefined,
}

/** Opens the connection to metering's figures. */
export function openQualities({ address, token, timeoutMs, cacheMs, log }: QualityOptions): Qualities {
  const client = createClient(services.metering.QualityService, { address, token })
  const known = new LRUCache<string, Quality>({ max: CACHE_MAX, ttl: cacheMs })

  async function ask(apps: readonly string[]): Promise<void> {
    const { items, windowDays, buyersMin } = await client.ListAppQuality({ apps: [...apps] }, { timeoutMs })
    const measured = new Map(items.map(item => [item.app, item]))
    for (const app of apps) known.set(app, toQuality(measured.get(app), windowDays, buyersMin))
  }

  return {
    async of(apps) {
      const unknown = apps.filter(app => !known.has(app))
      try {
        if (unknown.length > 0) await ask(unknown)
      } catch (err) {
        log.warn({ err }, 'the quality of apps could not be asked for')
      }
      return apps.map(app => known.get(app) ?? UNAVAILABLE)
    },
    close: () => client.close(),
  }
}

function toQuality(sent: metering.AppQuality__Output | undefined, windowDays: number, buyersMin: number): Quality {
  if (sent === undefined) return { status: 'too_few_buyers', windowDays, buyersMin, figures: undefined }
  const { chargedCount, failedCount, refundedCount, p50Ms, p95Ms } = sent
  const counts = {
    chargedCount: Number(chargedCount),
    failedCount: Number(failedCount),
    refundedCount: Number(refundedCount),
  }
  return { status: 'measured', windowDays, buyersMin, figures: { ...counts, p50Ms, p95Ms } }
}
