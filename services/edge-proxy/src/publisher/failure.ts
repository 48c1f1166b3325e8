/** Ways in which an exchange with a publisher can fail before there is an answer to judge. */
export type FailureKind =
  | 'connect'
  | 'timeout'
  | 'transport'
  | 'forbidden_address'
  | 'redirect'
  | 'encoding'
  | 'status'
  | 'content_type'
  | 'too_large'
  | 'unsendable'
  | 'buyer_left'
  | 'draining'
  | CutKind

/**
 * Ways in which a stream ends that are not its publisher's: our own bounds, no room in the gateway, and a buyer so slow
 * that the publisher's side of the connection stood still.
 */
export type CutKind = 'time_limit' | 'size_limit' | 'slow_buyer' | 'crowded'

const CUTS: ReadonlySet<FailureKind> = new Set<CutKind>(['time_limit', 'size_limit', 'slow_buyer', 'crowded'])

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

/** Whether a stream was ended by the gateway, or for its buyer's sake, rather than by its publisher. */
export function isOurCut(thrown: unknown): thrown is PublisherFailure & { readonly kind: CutKind } {
  return thrown instanceof PublisherFailure && CUTS.has(thrown.kind)
}
