import type { CallObserved, UsageRecorded } from './usage-events.ts'

/** What callers choose is cut to this many UTF-16 units before it is kept, sent or stored. */
export const NAME_LENGTH_MAX = 256

/**
 * The event with its texts that callers choose bounded, and as the database can hold them: a huge or odd name costs no more
 * than any other, and never its record. Given back as it is when there is nothing to change.
 */
export function boundEvent<Event extends UsageRecorded | CallObserved>(event: Event): Event {
  if (isBounded(event.name) && isBounded(event.operation)) return event
  return { ...event, name: boundText(event.name), operation: boundText(event.operation) }
}

/** The text, cut, and without what is no character. */
export function boundText(text: string): string {
  return text.slice(0, NAME_LENGTH_MAX).toWellFormed().replaceAll('\0', '\uFFFD')
}

function isBounded(text: string): boolean {
  return text.length <= NAME_LENGTH_MAX && text.isWellFormed() && !text.includes('\0')
}
