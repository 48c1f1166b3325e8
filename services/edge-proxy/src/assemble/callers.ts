import type { AuthClient } from '../clients/auth.ts'
import { AuthCache } from '../clients/auth-cache.ts'
import { LoopingKeys } from '../limits/buyers/looping-keys.ts'
import { createRateRefusals } from '../limits/buyers/rate-refusals.ts'
import { createUncountedRequests } from '../limits/buyers/uncounted.ts'
import { watchLoad } from '../limits/load/load.ts'
import { createRefusalCounts, type RefusalCounts } from '../limits/shed-refusals.ts'
import { createStrangers } from '../limits/strangers/strangers.ts'
import type { AssemblyContext } from './context.ts'

/** Everything that knows callers, or counts what they ask for, as the settings say. */
export function assembleCallers(context: AssemblyContext, auth: AuthClient) {
  const { config, clock, metrics, isPushConnected } = context
  const refusals = createRefusalCounts(metrics)
  const load = loadOf(context, refusals)
  const strangers = createStrangers({
    clock,
    refusals,
    trustForwardedFor: config.TRUST_FORWARDED_FOR,
    failuresPerMinute: config.STRANGER_FAILURES_PER_MINUTE,
    visitsPerMinute: config.VISITS_PER_MINUTE,
    lookupsMax: config.STRANGER_LOOKUPS_MAX,
    lookupsPerSecond: config.STRANGER_LOOKUPS_PER_SECOND,
    waitMs: config.STRANGER_WAIT_MS,
    load,
  })
  const authCache = new AuthCache({
    client: auth,
    strangers,
    clock,
    metrics,
    isPushConnected,
    entriesMax: config.AUTH_CACHE_ENTRIES_MAX,
    ttlMs: config.AUTH_CACHE_TTL_MS,
    ttlWithoutPushMs: config.AUTH_CACHE_TTL_WITHOUT_NATS_MS,
    keepMs: config.AUTH_CACHE_KEEP_MS,
  })
  return {
    load,
    strangers,
    authCache,
    loopingKeys: new LoopingKeys(clock),
    rateRefusals: createRateRefusals({ clock, refusals, memoryMsMax: config.RATE_REFUSAL_MEMORY_MS }),
    uncounted: createUncountedRequests({ clock, refusals, perMinute: config.UNCOUNTED_PER_MINUTE }),
  }
}

function loadOf({ config, clock, log, metrics }: AssemblyContext, refusals: RefusalCounts) {
  return watchLoad({
    clock,
    log,
    metrics,
    refusals,
    limits: {
      roundMs: config.SHED_ROUND_MS,
      waitMs: config.SHED_WAIT_MS,
      callsPerSecondMin: config.SHED_CALLS_PER_SECOND_MIN,
    },
    refusalsPerSecond: config.REFUSALS_PER_SECOND,
    refusalHoldMs: config.REFUSAL_HOLD_MS,
  })
}
