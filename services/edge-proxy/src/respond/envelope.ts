import type { AppError } from '@mtg/errors'

/** The gateway's error envelope: the only place on the edge that knows its shape. */
export function envelope({ code, message, status }: AppError): string {
  return JSON.stringify({ error: { code, message, status } })
}
