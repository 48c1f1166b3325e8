import type { ReadableStream } from 'node:stream/web'
import { appError } from '@mtg/errors'

/** A call as the gateway takes it from anybody. */
interface GatewayCall {
  /** "mcp/acme/search". */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whoever waits for the answer has left. */
  readonly signal: AbortSignal
}

/** What the gateway answered; the body may still be on its way. */
interface GatewayAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReadableStream<Uint8Array> | null
}

/** The gateway as programs reach it. */
export interface Gateway {
  call(call: GatewayCall): Promise<GatewayAnswer>
}

/** Of an answer, what tells people about it; nothing that a browser would act on. */
const SHOWN = /^(?:content-type|retry-after|x-gateway-[a-z-]+|mcp-[a-z-]+)$/

/** Calls the gateway at its public routes, with nothing but the credential that the call carries. */
export function openGateway(baseUrl: string): Gateway {
  return {
    async call({ path, headers, body, signal }) {
      const request = { method: 'POST', headers, body, signal, redirect: 'manual' } as const
      const answer = await fetch(`${baseUrl}/v1-beta/${path}`, request).catch((cause: unknown) => {
        throw appError('internal_error', { detail: { reason: 'the gateway was not reached' }, cause })
      })
      const shown = [...answer.headers].filter(([name]) => SHOWN.test(name))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fetch's own, which Node declares a second time
      const stream = answer.body as ReadableStream<Uint8Array> | null
      return { status: answer.status, headers: Object.fromEntries(shown), body: stream }
    },
  }
}
