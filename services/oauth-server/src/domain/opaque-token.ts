import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET = '[A-Za-z0-9_-]{43}'

/** A new secret. */
interface OpaqueToken {
  /** What the client gets. */
  readonly text: string
  /** What is stored. */
  readonly hash: Buffer
}

/** A kind of secret that clients hold and the database knows only by its hash. */
export interface OpaqueTokenKind {
  /** A new one of 256 random bits. The prefix lets scanners find leaked ones. */
  generate(): OpaqueToken
  /** The stored form of a well-formed one; undefined for anything else. */
  hash(token: string): Buffer | undefined
}

/** Codes between the redirect and the token endpoint. */
export const authorizationCodes = opaqueTokenKind('mtg-ac-')
/** Refresh tokens. */
export const refreshTokens = opaqueTokenKind('mtg-rt-')

function opaqueTokenKind(prefix: string): OpaqueTokenKind {
  const pattern = new RegExp(`^${prefix}${SECRET}$`)
  return {
    generate() {
      const text = prefix + randomBytes(SECRET_BYTES).toString('base64url')
      return { text, hash: hashOf(text) }
    },
    hash: token => (pattern.test(token) ? hashOf(token) : undefined),
  }
}

/** They are random, so a fast hash is enough, and looking one up by hash is no timing oracle. */
const hashOf = (token: string) => createHash('sha256').update(token).digest()
