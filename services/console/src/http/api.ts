import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { AppError } from '@mtg/errors'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Actor } from '../domain/actor.ts'

/** Where routes are added; what handlers get has the types of the route's schema. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/**
 * Who may use a route. `public`: anybody. `account`: somebody who is logged in. `buyer`: the same, and a key or token for the
 * account that it belongs to. What a key may not do is not on a `buyer` route. `operator`: somebody who is logged in and runs the
 * gateway; the service that does what is asked asks again.
 */
export type Access = 'public' | 'account' | 'buyer' | 'operator'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the API says who may use it. */
    access?: Access
    /** Requests that send messages or hash passwords, of which one network may make only so many. */
    isCostly?: boolean
    /** A page whose form is sent as forms are. */
    isPage?: boolean
    /** The answer goes on for as long as its reader stays: how long it took tells nothing. */
    isEndless?: boolean
    /** Answers hold a secret that must not be kept: a repetition is carried out anew. */
    isNeverKept?: boolean
  }
  interface FastifyRequest {
    /** Who asks; undefined on public routes. */
    actor: Actor | undefined
    /** Names this request to services that make repetitions safe; the same for each repetition of an Idempotency-Key. */
    requestId: string
    /** Why it was refused or failed. */
    failure: AppError | undefined
  }
}
