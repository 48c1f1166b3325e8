import type { Output } from './output.ts'

/** What a service answers when it is asked to seal its months. */
interface Sealed {
  readonly months: readonly string[]
  /** Empty: none is left. */
  readonly nextMonth: string
  readonly nextRefusal: string
}

/** Shows which months were sealed, and why the next one was not. */
export function showSealed(output: Output, { months, nextMonth, nextRefusal }: Sealed): void {
  const lines = [
    months.length === 0 ? 'Nothing was sealed.' : `Sealed: ${months.join(', ')}.`,
    ...(nextMonth === '' ? [] : [`${nextMonth} is not sealed: ${nextRefusal}.`]),
  ]
  const next = nextMonth === '' ? null : { month: nextMonth, reason: nextRefusal }
  output.result({ sealed: months, next }, lines.join('\n'))
}

/** Shows which months' files were written, and where. */
export function showExported(
  output: Output,
  { months, location }: { months: readonly string[]; location: string },
): void {
  const text = months.length === 0 ? 'Nothing to export.' : `Exported to ${location}: ${months.join(', ')}.`
  output.result({ exported: months, location }, text)
}
