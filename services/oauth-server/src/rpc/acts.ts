import { services } from '@mtg/contracts'
import { describeActs } from '@mtg/rpc'
import type { KeyDescription, Keyring } from '../use-cases/signing/keyring.ts'

const statesOf = (keys: readonly KeyDescription[]) => ({ keys: keys.map(({ kid, state }) => ({ kid, state })) })

/** What the audit log says of what operators do to grants and signing keys. */
export const oauthActs = (keyring: Keyring) => [
  describeActs(services.oauth.GrantService, {
    RevokeGrant: {
      target: ({ buyerId }) => `buyer:${buyerId}`,
      asked: ({ grantId }) => ({ grant: grantId === '' ? 'all' : grantId }),
      after: ({ revokedCount = 0 }) => ({ revoked: revokedCount }),
    },
  }),
  describeActs(services.oauth.SigningKeyService, {
    RotateSigningKey: {
      target: () => 'signing-keys',
      asked: ({ compromised }) => ({ compromised }),
      before: async () => statesOf(await keyring.list()),
      after: ({ signingKeys = [] }) => ({ keys: signingKeys?.map(({ kid, state }) => ({ kid, state })) ?? [] }),
    },
  }),
]
