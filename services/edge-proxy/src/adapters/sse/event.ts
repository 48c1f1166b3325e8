/** One event of a text/event-stream, or a comment that keeps the connection alive. */
export interface SseEvent {
  /** What to hand over: the event's own lines without `id` and `retry`, and the blank line after them. */
  readonly bytes: Buffer
  /** The data lines joined by line feeds; undefined when the event has none. */
  readonly data: Buffer | undefined
  /** Whether it is a comment. */
  readonly isComment?: boolean
}
