import { authorizationCode } from './authorization-code.ts'
import { clientCredentials } from './client-credentials.ts'
import type { GrantType } from './grant.ts'
import { refreshToken } from './refresh-token.ts'

/** Every grant of the token endpoint; the metadata lists the same ones. */
export const grantTypes: readonly GrantType[] = [authorizationCode, clientCredentials, refreshToken]

/** The grant of this name, if there is one. */
export function findGrantType(name: string): GrantType | undefined {
  return grantTypes.find(type => type.name === name)
}
