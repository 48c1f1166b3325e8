import type { KnownBrowser } from '@mtg/logins'
import { Type } from 'typebox'
import type { AccountDeps } from '../../use-cases/accounts/accounts.ts'
import { changePassword, requestReset, resetPassword } from '../../use-cases/accounts/passwords.ts'
import { resendVerification, signUp } from '../../use-cases/accounts/sign-up.ts'
import { verifyEmail } from '../../use-cases/accounts/verify-email.ts'
import type { Api } from '../api.ts'
import { sessionIn } from '../authenticate.ts'
import { closed, Email, NewPassword, Password } from '../schemas/values.ts'
import { OwnAccountBody, shownAccount } from './shown-account.ts'

const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the message' })
const Nothing = Type.Null({ description: 'Done' })

/** What accounts stand on. */
export interface AccountRouteDeps extends AccountDeps {
  readonly knownBrowser: KnownBrowser
}

/** Signing up, verifying, and passwords. */
export function accountRoutes(api: Api, deps: AccountRouteDeps): void {
  addSignUp(api, deps)
  addVerification(api, deps)
  addPasswords(api, deps)
  api.get(
    '/account',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'getAccount',
        tags: ['Account'],
        summary: 'The account of who asks.',
        response: { 200: OwnAccountBody },
      },
    },
    async request => {
      const account = sessionIn(request)
      return { ...shownAccount(account), operator: await deps.auth.isOperator(account.accountId) }
    },
  )
}

function addSignUp(api: Api, deps: AccountDeps): void {
  api.post(
    '/accounts',
    {
      config: { access: 'public', isCostly: true },
      schema: {
        operationId: 'signUp',
        tags: ['Account'],
        summary: 'Signs up. A message with a link that verifies the address is sent.',
        description:
          'The answer is the same for an address that has an account already; that address is told by a message, and nothing of its account changes.',
        body: Type.Object({ email: Email, password: NewPassword }, closed),
        response: { 201: Type.Object({ email: Email, emailVerified: Type.Boolean() }) },
      },
    },
    async ({ body: { email, password }, ip }, reply) => {
      await signUp(deps, { email, password, address: ip })
      return await reply.code(201).send({ email, emailVerified: false })
    },
  )
}

function addVerification(api: Api, deps: AccountDeps): void {
  api.post(
    '/accounts/verification',
    {
      config: { access: 'public', isCostly: true },
      schema: {
        operationId: 'verifyEmail',
        tags: ['Account'],
        summary: 'Verifies an e-mail address with the token of the link that was sent to it.',
        body: Type.Object({ token: LinkToken }, closed),
        response: { 200: Type.Object({ email: Email, emailVerified: Type.Boolean() }) },
      },
    },
    async ({ body: { token } }) => {
      const { email, isEmailVerified } = await verifyEmail(deps, token)
      return { email, emailVerified: isEmailVerified }
    },
  )
  api.post(
    '/account/verification',
    {
      config: { access: 'account', isCostly: true },
      schema: {
        operationId: 'resendVerification',
        tags: ['Account'],
        summary: 'Sends the link that verifies the address once more.',
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      const actor = sessionIn(request)
      if (!actor.isEmailVerified) await resendVerification(deps, actor)
      return await reply.code(202).send(null)
    },
  )
}

function addPasswords(api: Api, deps: AccountRouteDeps): void {
  api.put(
    '/account/password',
    {
      config: { access: 'account', isCostly: true },
      schema: {
        operationId: 'changePassword',
        tags: ['Account'],
        summary: 'Changes the password, and ends all other sessions.',
        body: Type.Object({ currentPassword: Password, newPassword: NewPassword }, closed),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const actor = sessionIn(request)
      const browser = deps.knownBrowser.read(request.headers, actor.email)
      await changePassword(deps, actor, { ...request.body, address: request.ip, browser })
      return await reply.code(204).send(null)
    },
  )
  api.post(
    '/password-resets',
    {
      config: { access: 'public', isCostly: true },
      schema: {
        operationId: 'requestPasswordReset',
        tags: ['Account'],
        summary: 'Sends a link that sets a new password, if the address has an account. The answer never tells.',
        body: Type.Object({ email: Email }, closed),
        response: { 202: Nothing },
      },
    },
    async ({ body: { email } }, reply) => {
      await requestReset(deps, email)
      return await reply.code(202).send(null)
    },
  )
  api.put(
    '/accounts/password',
    {
      config: { access: 'public', isCostly: true },
      schema: {
        operationId: 'resetPassword',
        tags: ['Account'],
        summary: 'Sets a new password with the token of the link that was sent, and ends all sessions.',
        body: Type.Object({ token: LinkToken, newPassword: NewPassword }, closed),
        response: { 204: Nothing },
      },
    },
    async ({ body: { token, newPassword }, ip }, reply) => {
      await resetPassword(deps, { token, newPassword, address: ip })
      return await reply.code(204).send(null)
    },
  )
}
