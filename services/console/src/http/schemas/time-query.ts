import { Type } from 'typebox'
import { Time } from './values.ts'

/** A time range of a query. */
export const spanQuery = {
  from: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'Inclusive' })),
  to: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'Exclusive' })),
}

/** The range that a query asks for. */
export function spanIn({ from, to }: { readonly from?: string; readonly to?: string }) {
  return { from: timeIn(from), to: timeIn(to) }
}

const timeIn = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
