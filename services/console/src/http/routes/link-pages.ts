import { AppError } from '@mtg/errors'
import { sendPage } from '@mtg/pages'
import { fieldOf } from '@mtg/primitives'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountDeps } from '../../use-cases/accounts/accounts.ts'
import { resetPassword } from '../../use-cases/accounts/passwords.ts'
import { verifyEmail } from '../../use-cases/accounts/verify-email.ts'
import type { Api } from '../api.ts'
import { messagePage, passwordPage } from '../views/link-pages.ts'

const hidden = { hide: true } as const

/** The pages that links in messages lead to, for people with a browser and nothing else. */
export function linkPages(api: Api, deps: AccountDeps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, work: Work) =>
    answerWithPage(request, reply, work, deps.isAppServed ? `${deps.publicOrigin}/` : undefined)
  const page = { access: 'public', isCostly: true, isPage: true } as const
  api.get('/accounts/verification', { config: page, schema: hidden }, (request, reply) =>
    answer(request, reply, async () => {
      await verifyEmail(deps, textIn(request.query, 'token'))
      return {
        title: 'Your e-mail address is verified',
        text: 'Everything is open to you now.',
      }
    }),
  )
  api.get('/accounts/password', { config: page, schema: hidden }, async (request, reply) =>
    sendPage(reply, 200, passwordPage(textIn(request.query, 'token'))),
  )
  api.post('/accounts/password', { config: page, schema: hidden }, (request, reply) =>
    answer(request, reply, async () => {
      const newPassword = textIn(request.body, 'newPassword')
      await resetPassword(deps, { token: textIn(request.body, 'token'), newPassword, address: request.ip })
      return { title: 'Your password is changed', text: 'All sessions were ended. You can log in with it now.' }
    }),
  )
}

type Work = () => Promise<{ readonly title: string; readonly text: string }>

/** A failure is told as a page as well. */
async function answerWithPage(
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
  appAddress: string | undefined,
): Promise<FastifyReply> {
  try {
    const { title, text } = await work()
    return await sendPage(reply, 200, messagePage(title, text, appAddress))
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.owner === 'gateway') throw thrown
    request.failure = thrown
    return sendPage(reply, thrown.status, messagePage('This did not work', thrown.message, appAddress))
  }
}

const TEXT_LENGTH_MAX = 2000

function textIn(part: unknown, name: string): string {
  const value = fieldOf(part, name)
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : ''
}
