import { hasFields } from '@mtg/primitives'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { CliError } from '../failure.ts'

/** A document whose signature is good. */
export interface VerifiedDocument {
  readonly kind: 'receipt' | 'statement'
  readonly issuer: string
  readonly signedAt: string
  readonly kid: string
  /** What it says. */
  readonly document: Readonly<Record<string, unknown>>
}

const KIND_OF: Readonly<Record<string, VerifiedDocument['kind']>> = {
  'mtg-receipt+jwt': 'receipt',
  'mtg-statement+jwt': 'statement',
}

/** Verifies a receipt or statement with the keys given, and nothing else: RS256, a type of ours, and the issuer where one is wanted. */
export async function verifyDocument(
  jws: string,
  keys: JWTVerifyGetKey,
  issuer: string | undefined,
): Promise<VerifiedDocument> {
  const { payload, protectedHeader } = await jwtVerify(jws, keys, {
    algorithms: ['RS256'],
    requiredClaims: ['iss', 'iat'],
    ...(issuer !== undefined && { issuer }),
  }).catch((thrown: unknown) => {
    throw refusalOf(thrown)
  })
  const kind = KIND_OF[protectedHeader.typ ?? '']
  if (kind === undefined) {
    throw new CliError(`This is neither a receipt nor a statement: its type is ${protectedHeader.typ}.`)
  }
  return { kind, ...signatureOf(payload), kid: protectedHeader.kid ?? '', document: documentIn(payload, kind) }
}

function signatureOf({ iss = '', iat = 0 }: JWTPayload) {
  return { issuer: iss, signedAt: new Date(iat * 1000).toISOString() }
}

function documentIn(payload: JWTPayload, kind: VerifiedDocument['kind']): VerifiedDocument['document'] {
  const document = payload[kind]
  if (!hasFields(document)) throw new CliError(`This ${kind} says nothing.`)
  return { ...document }
}

function refusalOf(thrown: unknown): unknown {
  if (thrown instanceof errors.JWKSNoMatchingKey) {
    return new CliError(
      'None of these keys has signed it. A key leaves the JWKS some time after its last signature: use a JWKS that was saved with the receipt.',
    )
  }
  if (thrown instanceof errors.JWSSignatureVerificationFailed) {
    return new CliError('The signature is wrong: it was not signed by this gateway, or was changed since.')
  }
  if (thrown instanceof errors.JOSEError) return new CliError(`This is no receipt of this gateway: ${thrown.message}.`)
  return thrown
}
