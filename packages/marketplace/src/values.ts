import { readMicros } from '@mtg/primitives'
import { z } from 'zod'

/** Names of publishers and apps. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** A decimal number of USD; it becomes micro-USD. */
export const amount = z.string('must be a decimal number of USD, such as "0.002"').transform((text, context) => {
  const read = readMicros(text)
  if ('micros' in read) return read.micros
  context.addIssue({ code: 'custom', message: read.fault })
  return z.NEVER
})

/** A moment; it becomes a Date. */
export const time = z.iso
  .datetime({ offset: true, error: 'must be a time such as "2026-11-01T00:00:00Z"' })
  .transform(text => new Date(text))

/** Whether the text is "publisher/app". */
export function isAppReference(text: string): boolean {
  const parts = text.split('/')
  return parts.length === 2 && parts.every(part => NAME.test(part))
}
