/** How a call ended that was answered. */
export interface Delivered {
  readonly status: number
  /** "ok", or a word for an answer that was delivered and not charged. */
  readonly outcome: string
}
