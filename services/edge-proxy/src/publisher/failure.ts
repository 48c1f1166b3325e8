/** Ways in which an exchange with a publisher can fail before there is an answer to judge. */
export type FailureKind =
  | 'connect'
  | 'timeout'
  | 'transport'
  | 'forbidden_address'
  | 'redirect'
  | 'encoding'
  | 'too_large'
  | 'buyer_left'
  | 'draining'

/** Why an exchange with a publisher failed. Internal: `classifyFailure` makes the public error of it. */
export class PublisherFailure extends Error {
  override readonly name = 'PublisherFailure'
  readonly kind: FailureKind
  /** Whether a byte of the request may have reached the publisher: it must then never be sent again. */
  readonly wasSent: boolean

  constructor(kind: FailureKind, detail: string, options: { wasSent: boolean; cause?: unknown }) {
    super(`${kind}: ${detail}`, { cause: options.cause })
    this.kind = kind
    this.wasSent = options.wasSent
  }
}
