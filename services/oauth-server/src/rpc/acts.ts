import { services } from '@mtg/contracts'
import { systemClock } from '@mtg/primitives'
import { buyerIdOf, describeActs } from '@mtg/rpc'
import { listLiveGrants } from '../store/buyer-grants.ts'
import type { PrismaClient } from '../store/prisma.ts'
import type { KeyDescription, Keyring } from '../use-cases/signing/keyring.ts'

const statesOf = (keys: readonly KeyDescription[]) => ({ keys: keys.map(({ kid, state }) => ({ kid, state })) })

/** More than a buyer can have at a time, so that one that is named is among them. */
const GRANTS_READ = 200
const GRANTS_SHOWN = 50

/** Those that are to end and still live. */
async function grantsBefore(prisma: PrismaClient, buyerId: string, grantId: string): Promise<object> {
  const page = { buyerId: buyerIdOf(buyerId), after: undefined, limit: GRANTS_READ }
  const live = await listLiveGrants(prisma, page, new Date(systemClock.nowMs()))
  const ending = live.filter(({ id }) => grantId === '' || id === grantId)
  return {
    live: ending.length,
    grants: ending
      .slice(0, GRANTS_SHOWN)
      .map(({ id, keyId, redirectHost, scope }) => ({ grantId: id, keyId, redirectHost, scope })),
  }
}

/** What the audit log says of what operators do to grants and signing keys. */
export const oauthActs = (keyring: Keyring, prisma: PrismaClient) => [
  describeActs(services.oauth.GrantService, {
    RevokeGrant: {
      target: ({ buyerId }) => `buyer:${buyerId}`,
      asked: ({ grantId }) => ({ grant: grantId === '' ? 'all' : grantId }),
      before: ({ buyerId, grantId }) => grantsBefore(prisma, buyerId, grantId),
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
