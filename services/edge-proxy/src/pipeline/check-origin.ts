import type { IncomingMessage } from 'node:http'
import { appError } from '@mtg/errors'

/** Refuses web pages of origins that are not ours: they would act with whatever their visitor can reach. */
export function checkOrigin({ headers: { origin } }: IncomingMessage, allowed: ReadonlySet<string>): void {
  if (origin !== undefined && !allowed.has(origin)) throw appError('origin_not_allowed', { detail: { origin } })
}
