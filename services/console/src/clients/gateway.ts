import type { ReadableStream } from 'node:stream/web'
import { type AppError, appError, isErrorCode } from '@mtg/errors'
import { fieldOf } from '@mtg/primitives'

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

/** A question that is answered as a whole. */
interface GatewayQuestion {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The gateway's answer to it, as it is told. */
interface GatewayQuote {
  readonly allowed: boolean
  readonly price: string | null
  readonly tier: 'free' | 'paid' | null
  readonly code?: string
  readonly message?: string
}

/** The gateway as programs reach it. */
export interface Gateway {
  call(call: GatewayCall): Promise<GatewayAnswer>
  /** What a call with this credential would cost; rejects with what the gateway refused the question for. */
  quote(question: GatewayQuestion): Promise<GatewayQuote>
}

/** Of an answer, what tells people about it; nothing that a browser would act on. */
const SHOWN = /^(?:content-type|retry-after|x-gateway-[a-z-]+|mcp-[a-z-]+)$/

/** Calls the gateway at its public routes, with nothing but the credential that the call carries. */
export function openGateway(baseUrl: string): Gateway {
  async function ask(path: string, request: RequestInit) {
    const answer = await fetch(`${baseUrl}${path}`, { ...request, method: 'POST', redirect: 'manual' }).catch(
      (cause: unknown) => {
        throw appError('internal_error', { detail: { reason: 'the gateway was not reached' }, cause })
      },
    )
    const shown = [...answer.headers].filter(([name]) => SHOWN.test(name))
    return { answer, told: { status: answer.status, headers: Object.fromEntries(shown) } }
  }
  return {
    async call({ path, headers, body, signal }) {
      const { answer, told } = await ask(`/v1-beta/${path}`, { headers, body, signal })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fetch's own, which Node declares a second time
      return { ...told, body: answer.body as ReadableStream<Uint8Array> | null }
    },
    async quote({ headers, body }) {
      const signal = AbortSignal.timeout(QUOTE_TIMEOUT_MS)
      const { answer } = await ask('/api/v1/quote', { headers, body, signal })
      const told: unknown = await answer.json()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own edge answers so
      if (answer.ok) return told as GatewayQuote
      throw refusalIn(told)
    },
  }
}

function refusalIn(told: unknown): AppError {
  const error = fieldOf(told, 'error')
  const [code, message] = [String(fieldOf(error, 'code')), String(fieldOf(error, 'message'))]
  return isErrorCode(code) ? appError(code, { message }) : appError('internal_error', { detail: { code } })
}

const QUOTE_TIMEOUT_MS = 10_000
