import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '@mtg/observability'
import type { Adapter } from '../adapters/adapter.ts'
import type { Delivery } from '../respond/delivery.ts'

/** An app by the names in the path. */
export interface AppAddress {
  readonly adapter: Adapter
  readonly username: string
  readonly appName: string
  /** "publisher/app". */
  readonly name: string
  /** As in the request, without the query. */
  readonly path: string
}

/** A request for an app, as it came in. */
export interface Arrival {
  /** From when it is found: that of a reservation that was made ahead for a call like this one. */
  callId: string
  readonly receivedAtMs: number
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly delivery: Delivery
  readonly app: AppAddress
  /** The span that all work on the call goes under: the request's, or from when it is read on, of a message that names its caller's span. */
  span: Span
  /** The request's, of such a message. */
  transportSpan?: Span
}
