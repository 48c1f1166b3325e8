import { Type } from 'typebox'
import type { Account } from '../../domain/actor.ts'
import { Email, Id } from '../schemas/values.ts'

/** An account as the API shows it. */
const AccountBody = Type.Object({
  id: Id,
  email: Email,
  emailVerified: Type.Boolean(),
  buyer: Type.Union([Type.Object({ id: Id }), Type.Null()], { description: 'Null: only owns a publisher' }),
  publisher: Type.Union([Type.Object({ username: Type.String() }), Type.Null()]),
})

/** An account as it shows itself. */
export const OwnAccountBody = Type.Object({
  ...AccountBody.properties,
  operator: Type.Boolean({ description: 'Whether it runs the gateway' }),
})

/** Fills it. */
export function shownAccount({ accountId, email, isEmailVerified, buyerId, publisherUsername }: Account) {
  return {
    id: accountId,
    email,
    emailVerified: isEmailVerified,
    buyer: buyerId === undefined ? null : { id: buyerId },
    publisher: publisherUsername === undefined ? null : { username: publisherUsername },
  }
}
