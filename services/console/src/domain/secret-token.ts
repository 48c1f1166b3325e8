import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET = '[A-Za-z0-9_-]{43}'

/** A kind of secret that somebody holds and the database knows only by its hash. */
export interface SecretTokenKind {
  /** A new one of 256 random bits. The prefix lets scanners find leaked ones. */
  generate(): string
  /** The stored form of a well-formed one; undefined for anything else. */
  hash(token: string): Buffer | undefined
}

/** What the cookie of a session holds. */
export const sessionTokens = secretTokenKind('mtg-cs-')
/** What a link in a message holds. */
export const linkTokens = secretTokenKind('mtg-ml-')

function secretTokenKind(prefix: string): SecretTokenKind {
  const pattern = new RegExp(`^${prefix}${SECRET}$`)
  return {
    generate: () => prefix + randomBytes(SECRET_BYTES).toString('base64url'),
    // They are random, so a fast hash is enough, and looking one up by hash is no timing oracle.
    hash: token => (pattern.test(token) ? createHash('sha256').update(token).digest() : undefined),
  }
}
