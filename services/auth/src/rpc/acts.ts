import { services } from '@mtg/contracts'
import { type ActDescriptions, describeActs } from '@mtg/rpc'
import { emailKeyOf } from '../domain/email.ts'
import { findBuyerByEmail } from '../store/buyers.ts'
import { operatorSince } from '../store/operators.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { pickKey } from '../use-cases/keys/pick-key.ts'

const buyerOf = ({ email }: { readonly email: string }) => `buyer:${email}`
const accountOf = ({ email }: { readonly email: string }) => `account:${email}`
const keyOf = ({ email, key }: { readonly email: string; readonly key: string }) => `key:${email}/${key}`

const PEOPLE = describeActs(services.auth.PersonService, {
  SignUp: { target: accountOf },
  VerifyEmail: { target: accountOf },
  ChangePassword: { target: ({ accountId }) => `account:${accountId}` },
  ResetPassword: { target: accountOf },
  ClaimPublisher: { target: ({ accountId }) => `account:${accountId}`, asked: ({ username }) => ({ username }) },
})

/** What the audit log says of changes of accounts and keys. Neither a password nor a key's text is among it. */
export function authActs(prisma: PrismaClient): ActDescriptions[] {
  const stateOf = async ({ email }: { readonly email: string }) => {
    const buyer = await findBuyerByEmail(prisma, emailKeyOf(email))
    return buyer && { buyerId: buyer.id, suspended: buyer.suspended }
  }
  const operatorBefore = async ({ email }: { readonly email: string }) => ({
    operator: (await operatorSince(prisma, emailKeyOf(email))) !== undefined,
  })
  const operators = describeActs(services.auth.OperatorService, {
    AddOperator: { target: accountOf, before: operatorBefore, after: () => ({ operator: true }) },
    RemoveOperator: { target: accountOf, before: operatorBefore, after: () => ({ operator: false }) },
  })
  const keyBefore = async ({ email, key: wanted }: { readonly email: string; readonly key: string }) => {
    const buyer = await findBuyerByEmail(prisma, emailKeyOf(email))
    const key = buyer && (await pickKey(prisma, buyer.id, wanted))
    return key && { keyId: key.id, name: key.name, revokedAt: key.revokedAt, expiresAt: key.expiresAt }
  }
  const accounts = describeActs(services.auth.AccountAdminService, {
    ApplyAccounts: {
      road: 'file',
      isRehearsal: ({ validateOnly }) => validateOnly,
      target: () => 'accounts',
      asked: ({ buyers, publisherLogins }) => ({ buyers: buyers.length, publisherLogins: publisherLogins.length }),
      after: ({ changedCount = 0, keptBack = [] }) => ({
        changed: changedCount,
        keptBack: keptBack.slice(0, KEPT_BACK_SHOWN),
      }),
    },
    CreateApiKey: {
      target: ({ email, name }) => `key:${email}/${name}`,
      asked: ({ scope, ambient, parent }) => ({ scope, ambient, parent }),
      after: ({ apiKey }) => ({
        keyId: apiKey?.keyId ?? '',
        prefix: apiKey?.prefix ?? '',
        lastFour: apiKey?.lastFour ?? '',
      }),
    },
    RevokeApiKey: {
      target: keyOf,
      before: keyBefore,
      after: ({ apiKey, descendantsRevoked = 0 }) => ({ keyId: apiKey?.keyId ?? '', descendantsRevoked }),
    },
    SetApiKeyExpiry: {
      isRehearsal: ({ validateOnly }) => validateOnly,
      target: keyOf,
      before: keyBefore,
      asked: ({ expiresAt }) => ({ expiresAtSeconds: expiresAt?.seconds ?? null }),
    },
    SetBuyerStatus: {
      target: buyerOf,
      asked: ({ suspended }) => ({ suspended }),
      before: stateOf,
      after: ({ buyerId, suspended }) => ({ buyerId, suspended }),
    },
    DeleteBuyer: { target: buyerOf, before: stateOf, after: ({ buyerId }) => ({ buyerId, deleted: true }) },
  })
  return [accounts, PEOPLE, operators]
}

const KEPT_BACK_SHOWN = 20
