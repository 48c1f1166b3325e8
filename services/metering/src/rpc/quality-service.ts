import { type metering, services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { appOf, fromBigint, implement, invalidField } from '@mtg/rpc'
import type { AppQuality, QualityTerms } from '../domain/app-quality.ts'
import { findQuality } from '../store/quality.ts'

/** Where the figures are, and what they are measured by. */
export interface QualityServiceDeps {
  readonly reader: Queryable
  readonly terms: QualityTerms
}

const APPS_MAX = 200

/** QualityService: how well apps do. */
export function qualityService({ reader, terms }: QualityServiceDeps) {
  return implement(services.metering.QualityService, {
    async ListAppQuality({ apps }) {
      if (apps.length > APPS_MAX) throw invalidField('apps', `must be at most ${APPS_MAX}`)
      for (const app of apps) appOf(app, 'apps')
      const items = await findQuality(reader, apps, terms)
      return { items: items.map(toWireQuality), ...terms }
    },
  })
}

function toWireQuality(quality: AppQuality): metering.AppQuality {
  const { app, chargedCount, failedCount, refundedCount, p50Ms, p95Ms } = quality
  return {
    app,
    chargedCount: fromBigint(chargedCount),
    failedCount: fromBigint(failedCount),
    refundedCount: fromBigint(refundedCount),
    ...(p50Ms !== undefined && { p50Ms }),
    ...(p95Ms !== undefined && { p95Ms }),
  }
}
