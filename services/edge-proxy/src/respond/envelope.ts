import { type AppError, errorEnvelope } from '@mtg/errors'

/** The gateway's error envelope as text. */
export function envelope(error: AppError): string {
  return JSON.stringify(errorEnvelope(error))
}
