import { appError, toAppError } from '@mtg/errors'
import { type FailureKind, PublisherFailure } from '../publisher/failure.ts'

/** What a server did wrong when it was asked what it offers, in words that go on from "The server". */
export class ProbeFault extends Error {
  override readonly name = 'ProbeFault'
}

/** Nothing of what was found out about an address is told: it may be one of ours. */
const SENTENCES: Readonly<Record<FailureKind, string>> = {
  connect: 'could not be reached',
  timeout: 'did not answer in time',
  time_limit: 'did not end its answer in time',
  transport: 'broke off its answer',
  forbidden_address: 'is at an address that may not be connected to',
  redirect: 'redirects elsewhere, which is not followed',
  encoding: 'sent an answer in an encoding that was not asked for',
  status: 'sent an answer that is not HTTP as it should be',
  content_type: 'sent an answer that is neither JSON nor a stream of events',
  too_large: 'sent an answer that is too large',
  size_limit: 'sent an answer that is too large',
  unsendable: 'cannot be sent this request',
  buyer_left: 'was left before it answered',
  draining: 'was not asked',
  slow_buyer: 'was not asked',
  crowded: 'was not asked',
}

/** The error for whatever went wrong while a server was asked. */
export function probeError(thrown: unknown): Error {
  if (thrown instanceof ProbeFault) {
    return appError('probe_failed', { message: sentence(thrown.message), cause: thrown })
  }
  if (thrown instanceof PublisherFailure) {
    if (thrown.kind === 'crowded' || thrown.kind === 'draining') return appError('overloaded', { cause: thrown })
    return appError('probe_failed', { message: sentence(SENTENCES[thrown.kind]), cause: thrown })
  }
  const error = toAppError(thrown)
  if (error.code !== 'publisher_error') return error
  return appError('probe_failed', {
    message: sentence('sent an answer that is not as its protocol wants it'),
    cause: error,
  })
}

const sentence = (fault: string) => `The server ${fault}.`
