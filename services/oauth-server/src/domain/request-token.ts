import type { Sealer } from '@mtg/runtime'
import { z } from 'zod'
import type { Parameters } from './parameters.ts'

const LIFETIME_MS = 10 * 60_000
/** Another replica may have made the form, by its own clock. */
const SKEW_MS = 30_000

const contentSchema = z.object({ issuedAtMs: z.number(), parameters: z.array(z.tuple([z.string(), z.string()])) })

/**
 * The parameters of an authorization request as the login form carries them: encrypted, so that the API key is not in
 * the page and nothing can be changed on the way, and bound to the cookie of one browser.
 */
export function sealRequest(sealer: Sealer, browser: string, parameters: Parameters, nowMs: number): string {
  const content = { issuedAtMs: nowMs, parameters: [...parameters] }
  return sealer.seal(JSON.stringify(content), browser).toString('base64url')
}

/** What was sealed for this browser in the last ten minutes; undefined for anything else. */
export function openRequest(sealer: Sealer, browser: string, token: string, nowMs: number): Parameters | undefined {
  const { issuedAtMs, parameters } = unseal(sealer, browser, token) ?? {}
  if (issuedAtMs === undefined || parameters === undefined) return undefined
  const ageMs = nowMs - issuedAtMs
  return ageMs < -SKEW_MS || ageMs > LIFETIME_MS ? undefined : new Map(parameters)
}

function unseal(sealer: Sealer, browser: string, token: string): z.infer<typeof contentSchema> | undefined {
  try {
    return contentSchema.parse(JSON.parse(sealer.open(Buffer.from(token, 'base64url'), browser)))
  } catch {
    return undefined
  }
}
