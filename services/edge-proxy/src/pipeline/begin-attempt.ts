import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { appError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { Call } from '../adapters/adapter.ts'
import type { Arrival } from '../call/arrival.ts'
import { Attempt } from '../call/attempt.ts'
import type { Stopping } from '../call/stopping.ts'
import type { AttemptsClient, KeptAnswer, NamedCall, Standing } from '../clients/attempts.ts'
import type { Principal } from '../clients/auth.ts'
import { BuyerLeft, type Delivery } from '../respond/delivery.ts'

/** Begins attempts at requests that their buyers named. */
export interface AttemptServices {
  readonly attempts: AttemptsClient
  readonly clock: Clock
  readonly log: Logger
  readonly stopping: Stopping
  /** How long a duplicate waits for the request that came first. */
  readonly idempotencyWaitMs: number
}

/** Either the call may go on, or its request was charged before and this was the answer. */
export type Begun =
  | { readonly kind: 'started'; readonly attempt: Attempt }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/
const PAUSE_MIN_MS = 20
const PAUSE_MAX_MS = 1_000
const PAUSE_GROWTH = 1.6

/** Whether the request has an Idempotency-Key. On calls that are never charged it means nothing. */
export function isNamed({ headers }: IncomingMessage, { billable }: Call): boolean {
  return billable && headers[HEADER] !== undefined
}

/**
 * Starts the one attempt at a named request, or waits for whoever has started it. Throws invalid_request for a key that
 * is none, and idempotency_conflict for one that cannot be answered for.
 */
export async function beginAttempt(
  arrival: Arrival,
  { buyerId }: Principal,
  body: Buffer,
  services: AttemptServices,
): Promise<Begun> {
  const { request, response, callId, span } = arrival
  const call: NamedCall = { buyerId, keyHash: sha256(readKey(request)), callId, span }
  const standing = await untilKnown(call, fingerprintOf(arrival, body), arrival.delivery, services)
  if (standing.kind === 'started') {
    const { attempts, log } = services
    return { kind: 'started', attempt: new Attempt({ call, leaseMs: standing.leaseMs, response, attempts, log }) }
  }
  const { answer } = standing
  if (answer !== undefined) return { kind: 'answered', answer }
  throw conflict('The request with this Idempotency-Key was charged; its answer was not kept.', standing.callId)
}

function readKey({ headersDistinct }: IncomingMessage): string {
  const [key = '', ...others] = headersDistinct[HEADER] ?? []
  if (others.length > 0) throw invalid('was sent more than once')
  if (!KEY.test(key)) throw invalid('must have 1 to 255 visible ASCII characters')
  return key
}

/** All that makes a request what it is: the app, and the body byte for byte. */
function fingerprintOf({ app }: Arrival, body: Buffer): Buffer {
  // No name of an app has a slash or a line end, so that two requests cannot run into one another.
  return sha256(`${app.adapter.name}/${app.username}/${app.appName}\n`, body)
}

async function untilKnown(
  call: NamedCall,
  fingerprint: Buffer,
  delivery: Delivery,
  services: AttemptServices,
): Promise<Exclude<Standing, { kind: 'under_way' }>> {
  const { clock, idempotencyWaitMs } = services
  const giveUpAtMs = clock.monotonicMs() + idempotencyWaitMs
  let pauseMs = PAUSE_MIN_MS
  for (;;) {
    const standing = await begin(call, fingerprint, services)
    if (standing.kind !== 'under_way') return standing
    const leftMs = giveUpAtMs - clock.monotonicMs()
    if (leftMs <= 0) throw conflict('The first request with this Idempotency-Key is still under way.')
    await pause(Math.min(leftMs, pauseMs * (0.5 + Math.random())), delivery)
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)
  }
}

async function begin(call: NamedCall, fingerprint: Buffer, services: AttemptServices): Promise<Standing> {
  const { attempts, stopping } = services
  try {
    return await attempts.begin(call, fingerprint)
  } catch (thrown) {
    const error = toAppError(thrown)
    // It may have begun all the same; should this fail too, its lease lapses.
    if (error.code !== 'idempotency_conflict') stopping.track(attempts.abandon(call, error.code).catch(() => {}))
    throw error
  }
}

function pause(durationMs: number, delivery: Delivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs)
    delivery.onLeave(() => {
      clearTimeout(timer)
      reject(new BuyerLeft())
    })
  })
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function invalid(reason: string): Error {
  return appError('invalid_request', { message: `The header Idempotency-Key ${reason}.` })
}

function conflict(message: string, callId?: string): Error {
  return appError('idempotency_conflict', { message, ...(callId === undefined ? {} : { detail: { callId } }) })
}
