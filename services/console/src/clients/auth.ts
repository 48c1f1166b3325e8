import { type auth, services } from '@mtg/contracts'
import type { AccountId, BuyerId, KeyId } from '@mtg/primitives'
import { accountIdOf, buyerIdOf, createClient, createHealthClient, keyIdOf } from '@mtg/rpc'
import type { Account } from '../domain/actor.ts'
import { unlessMissing } from './unless-missing.ts'

/** Accounts of people, and who a credential belongs to: all that auth knows. */
export interface Auth {
  /** The new account; undefined when the address is known. */
  signUp(email: string, password: string, requester: string): Promise<Account | undefined>
  /** Undefined when e-mail and password do not belong together. */
  logIn(email: string, password: string, requester: string): Promise<Account | undefined>
  /** Undefined when there is no such account any more; `buyer_suspended` when it may not be used. */
  account(accountId: AccountId): Promise<Account | undefined>
  /** Whether anything belongs to an address, and whether it is certain to whom. */
  findEmail(email: string): Promise<{ readonly isKnown: boolean; readonly isVerified: boolean }>
  verifyEmail(email: string): Promise<Account>
  /** Whether an account runs the gateway, at this moment. */
  isOperator(accountId: string): Promise<boolean>
  changePassword(change: PasswordChange): Promise<boolean>
  /** Undefined when nothing belongs to the address. */
  resetPassword(email: string, newPassword: string, requester: string): Promise<Account | undefined>
  /** Makes an account the owner of a publisher; `username_taken` when it is somebody else's. */
  claimPublisher(accountId: string, username: string): Promise<void>
  /** Whether the address of a buyer is verified. */
  isBuyerVerified(buyerId: BuyerId): Promise<boolean>
  /** Who an API key or access token belongs to, or the reason why nobody. */
  authenticate(credential: string): Promise<{ readonly buyerId: BuyerId; readonly keyId: KeyId }>
  /** Rejects while auth cannot answer. */
  check(): Promise<void>
  close(): void
}

/** Somebody who knows their password and wants another one. */
interface PasswordChange {
  readonly accountId: AccountId
  readonly currentPassword: string
  readonly newPassword: string
  readonly requester: string
}

/** How to reach a service. */
export interface ServiceOptions {
  readonly address: string
  readonly token: string
  readonly timeoutMs: number
}

const CHECK_TIMEOUT_MS = 400

/** Opens the connection to auth. */
export function openAuth({ address, token, timeoutMs }: ServiceOptions): Auth {
  const people = createClient(services.auth.PersonService, { address, token })
  const accounts = createClient(services.auth.AccountService, { address, token })
  const checks = createClient(services.auth.AuthService, { address, token })
  const operators = createClient(services.auth.OperatorService, { address, token })
  const health = createHealthClient({ address, token })
  const limits = { timeoutMs }
  return {
    async signUp(email, password, requester) {
      return toAccount((await people.SignUp({ email, password, requester }, limits)).account)
    },
    async logIn(email, password, requester) {
      return toAccount((await people.LogIn({ email, password, requester }, limits)).account)
    },
    async account(accountId) {
      const found = await unlessNotFound(people.GetAccount({ accountId }, limits))
      return toAccount(found?.account ?? null)
    },
    async findEmail(email) {
      const { known, verified } = await people.FindEmail({ email }, limits)
      return { isKnown: known, isVerified: verified }
    },
    async isOperator(accountId) {
      return (await operators.GetOperator({ accountId }, limits)).operator !== null
    },
    async verifyEmail(email) {
      return existing(toAccount((await people.VerifyEmail({ email }, limits)).account))
    },
    async changePassword(change) {
      return (await people.ChangePassword(change, limits)).changed
    },
    async resetPassword(email, newPassword, requester) {
      const found = await unlessNotFound(people.ResetPassword({ email, newPassword, requester }, limits))
      return toAccount(found?.account ?? null)
    },
    async claimPublisher(accountId, username) {
      await people.ClaimPublisher({ accountId, username }, limits)
    },
    async isBuyerVerified(buyerId) {
      return (await accounts.GetBuyer({ buyerId }, limits)).emailVerified
    },
    async authenticate(credential) {
      const { principal } = await checks.Authenticate({ credential }, limits)
      if (principal === null) throw new Error('auth answered without a principal')
      return {
        buyerId: buyerIdOf(principal.buyerId),
        keyId: keyIdOf(principal.keyId),
      }
    },
    async check() {
      if (!(await health.isServing('', CHECK_TIMEOUT_MS))) throw new Error('auth is not serving')
    },
    close() {
      for (const client of [people, accounts, checks, operators, health]) client.close()
    },
  }
}

function toAccount(account: auth.PersonAccount__Output | null): Account | undefined {
  if (account === null) return undefined
  const { accountId, email, emailVerified, buyerId, publisherUsername } = account
  return {
    accountId: accountIdOf(accountId),
    email,
    isEmailVerified: emailVerified,
    buyerId: buyerId === '' ? undefined : buyerIdOf(buyerId),
    publisherUsername: publisherUsername === '' ? undefined : publisherUsername,
  }
}

function existing(account: Account | undefined): Account {
  if (account === undefined) throw new Error('auth answered without an account')
  return account
}

const unlessNotFound = <T>(work: Promise<T>) => unlessMissing('not_found', work)
