import type { AppError, ErrorOwner } from '@mtg/errors'

/** How a call ended that was answered. */
export interface Delivered {
  readonly status: number
  /** "ok", or a word for an answer that was delivered and not charged. */
  readonly outcome: string
}

/** How a call ended, answered or refused. */
export interface Ending {
  /** "ok", an error code, or the word for an answer that was delivered and not charged. */
  readonly code: string
  readonly status: number
  /** Who can mend it; nobody has to when there is none. */
  readonly owner: ErrorOwner | 'none'
  readonly error?: AppError
}
