import { errors } from 'undici'
import { ForbiddenAddress } from './connector.ts'
import { type FailureKind, PublisherFailure } from './failure.ts'

const failureCodes: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  // undici refuses to write it.
  UND_ERR_INVALID_ARG: 'unsendable',
}

/** The failure that an error of the connection, or of undici, stands for. `isHeldUp`: the buyer has kept the publisher waiting. */
export function explainTransportError(error: Error, wasSent: boolean, isHeldUp: boolean): PublisherFailure {
  if (error instanceof PublisherFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const kind = error instanceof ForbiddenAddress ? 'forbidden_address' : kindOf(error, code)
  const isSlowBuyer = kind === 'transport' && isHeldUp
  return new PublisherFailure(isSlowBuyer ? 'slow_buyer' : kind, `${code} ${error.message}`, { wasSent, cause: error })
}

function kindOf(error: Error, code: string): FailureKind {
  if (error instanceof errors.HeadersOverflowError) return 'too_large'
  return failureCodes[code] ?? 'transport'
}
