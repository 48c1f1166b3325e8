import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { collectBody, type UploadServices } from '../../call/collect-body.ts'
import { endToEndHeaders } from '../../clients/end-to-end-headers.ts'
import type { ServiceAnswer, ServiceReplicas } from '../../clients/service-replicas.ts'
import { addressOf } from '../../limits/address.ts'
import type { ByteBudget, ByteClaim } from '../../limits/bytes/byte-budget.ts'
import type { Load } from '../../limits/load/load.ts'
import { type SharedPlaces, within } from '../../limits/places.ts'
import { type HandOverPace, sendWhole } from '../../respond/hand-over.ts'

const TOO_MANY_REQUESTS = 429

/** A service that answers some paths of the gateway's origin itself. */
export interface ServiceTarget {
  /** "http://host:port", one for each replica. */
  readonly origins: readonly string[]
  readonly bodyBytesMax: number
  /** Answers while the service is away. */
  readonly sendUnavailable: (response: ServerResponse) => void
  /** Refuses what the service need not see. */
  readonly sendRefusal: (response: ServerResponse, error: AppError) => void
}

/** Passes requests on to services of our own, within bounds. */
export interface ForwarderServices extends UploadServices {
  readonly log: Logger
  readonly replicas: ServiceReplicas
  /** Whether a proxy in front of the gateway vouches for X-Forwarded-For. */
  readonly trustForwardedFor: boolean
  readonly bodyBytes: ByteBudget
  readonly answerBytes: ByteBudget
  /** Forwarded requests under way, by address. */
  readonly forwards: SharedPlaces
  readonly handOverPace: HandOverPace
  /** Whoever asks again as soon as it is refused would take the processor from calls. */
  readonly load: Load
}

/** A route that passes its requests on to a service, unchanged. */
export function createServiceRoute(target: ServiceTarget, services: ForwarderServices) {
  const forwarder = new Forwarder(target, services)
  return (request: IncomingMessage, response: ServerResponse) => forwarder.handle(request, response)
}

class Forwarder {
  readonly #target: ServiceTarget
  readonly #services: ForwarderServices

  constructor(target: ServiceTarget, services: ForwarderServices) {
    this.#target = target
    this.#services = services
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origins, sendRefusal, sendUnavailable } = this.#target
    const { load, log, trustForwardedFor } = this.#services
    try {
      await this.#exchange(request, response)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (response.headersSent || response.destroyed) return void response.destroy()
      if (error.owner === 'buyer' || error.code === 'overloaded') {
        await load.holdRefusal(addressOf(request, trustForwardedFor))
        return sendRefusal(response, error)
      }
      log.error({ err: error, origins }, 'a service could not be reached')
      sendUnavailable(response)
    }
  }

  /** A place is taken only when the whole body is there: a slow sender takes none from others. */
  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uploads, forwards, handOverPace, bodyBytes, answerBytes, load, trustForwardedFor } = this.#services
    const owner = addressOf(request, trustForwardedFor)
    const bodyClaim = bodyBytes.open(owner)
    const answerClaim = answerBytes.open(owner)
    try {
      const bounds = { bytesMax: this.#target.bodyBytesMax, uploads, owner, claim: bodyClaim }
      const body = await collectBody(request, response, bounds)
      const answer = await within(forwards, owner, () => this.#ask(request, body, answerClaim))
      bodyClaim.release()
      if (answer.status === TOO_MANY_REQUESTS) await load.holdRefusal(owner)
      await sendWhole(response, answer, handOverPace)
    } finally {
      bodyClaim.release()
      answerClaim.release()
    }
  }

  /** Nobody waits for the answer once the connection is gone. */
  async #ask(request: IncomingMessage, body: Buffer, claim: ByteClaim): Promise<ServiceAnswer> {
    const { replicas, trustForwardedFor } = this.#services
    const { socket, url: path = '/', method = 'GET' } = request
    const left = new AbortController()
    const leave = () => left.abort()
    socket.once('close', leave)
    try {
      const headers = headersFor(request, trustForwardedFor)
      const asked = { path, method, headers, body, signal: left.signal }
      return await replicas.ask(this.#target.origins, asked, claim)
    } finally {
      socket.off('close', leave)
    }
  }
}

function headersFor(request: IncomingMessage, trustForwardedFor: boolean): Record<string, string | string[]> {
  const peer = request.socket.remoteAddress ?? ''
  const given = trustForwardedFor ? request.headers['x-forwarded-for'] : undefined
  const forwardedFor = given === undefined ? peer : `${String(given)}, ${peer}`
  return { ...endToEndHeaders(request.headers), 'x-forwarded-for': forwardedFor }
}
