import type { Clock } from '@mtg/primitives'
import { SignJWT } from 'jose'
import type { Keyring } from './keyring.ts'

/** What is signed for people to show to others. */
export type DocumentKind = 'receipt' | 'statement'

/** Signs a document of a kind. */
export type SignDocument = (kind: DocumentKind, document: object) => Promise<string>

/** Who signs, and in whose name. */
export interface SignDocumentOptions {
  readonly keyring: Keyring
  readonly clock: Clock
  readonly issuer: string
}

/**
 * Makes the signer of documents. What its caller says lies inside one member, never beside `iss`: a verifier that forgets to look at
 * `typ` finds no subject, audience or expiry in it either, so it can be taken for no token.
 */
export function createSignDocument({ keyring, clock, issuer }: SignDocumentOptions): SignDocument {
  return async (kind, document) => {
    const { kid, key } = keyring.signer()
    return await new SignJWT({ [kind]: document })
      .setProtectedHeader({ alg: 'RS256', typ: `mtg-${kind}+jwt`, kid })
      .setIssuer(issuer)
      .setIssuedAt(Math.floor(clock.nowMs() / 1000))
      .sign(key)
  }
}
