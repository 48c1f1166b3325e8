import type { Database } from '@mtg/postgres'
import { asGrantId, randomUuid } from '@mtg/primitives'
import { authorizationCodes } from '../../domain/opaque-token.ts'
import { insertAuthorizationCode } from '../../store/authorization-codes.ts'
import type { AuthorizationRequest } from './read-authorization-request.ts'

/** Issues the code for a request that its buyer has allowed. */
export async function issueCode(db: Database, request: AuthorizationRequest, lifetimeSeconds: number): Promise<string> {
  const code = authorizationCodes.generate()
  const { client, redirectUri, scope, codeChallenge } = request
  await insertAuthorizationCode(
    db,
    {
      codeHash: code.hash,
      grantId: asGrantId(randomUuid()),
      keyId: client.keyId,
      buyerId: client.buyerId,
      redirectUri: redirectUri.text,
      scope,
      codeChallenge,
    },
    lifetimeSeconds,
  )
  return code.text
}
