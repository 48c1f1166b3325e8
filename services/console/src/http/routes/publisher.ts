import { formatMicros, parseMicros } from '@mtg/primitives'
import { Type } from 'typebox'
import type { Auth } from '../../clients/auth.ts'
import type { PublisherMoney } from '../../clients/earnings.ts'
import type { Edges } from '../../clients/edges.ts'
import type { OwnApps } from '../../clients/own-apps.ts'
import type { Payout, Publisher } from '../../domain/publisher.ts'
import { becomePublisher } from '../../use-cases/publishers/become-publisher.ts'
import type { Api } from '../api.ts'
import { publisherIn, sessionIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { Amount, AmountInput, AppPath, closed, Id, pageIn, pageQuery, Time } from '../schemas/values.ts'

/** What a publisher's routes answer from. */
export interface PublisherRouteDeps {
  readonly auth: Auth
  readonly ownApps: OwnApps
  readonly money: PublisherMoney
  readonly edges: Edges
}

const Username = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  description: '3 to 32 lower-case letters, digits, and single hyphens between them',
  examples: ['acme'],
})
const PayoutAccount = Type.Object({
  connected: Type.Boolean(),
  account: Type.Union([Type.String(), Type.Null()], { description: 'At the payment processor' }),
})
const PublisherBody = Type.Object({
  username: Type.String(),
  suspended: Type.Boolean(),
  hasCredential: Type.Boolean({ description: 'Whether the gateway has something to present to its servers' }),
  payout: PayoutAccount,
  createdAt: Time,
})
const PayoutBody = Type.Object({
  id: Id,
  amount: Amount,
  currency: Type.Literal('USD'),
  status: Type.Union([Type.Literal('requested'), Type.Literal('paid'), Type.Literal('returned')]),
  account: Type.String(),
  createdAt: Time,
})
const Nothing = Type.Null({ description: 'Done' })
const tags = ['Publisher']

/** Becoming a publisher, what is presented to its servers, and its money. */
export function publisherRoutes(api: Api, deps: PublisherRouteDeps): void {
  addPublisher(api, deps)
  addCircuits(api, deps)
  addEarnings(api, deps)
  addPayouts(api, deps)
}

function addPublisher(api: Api, { auth, ownApps }: PublisherRouteDeps): void {
  api.put(
    '/publisher',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'becomePublisher',
        tags,
        summary: 'Becomes a publisher, or changes its name while it has had no app. Needs a verified e-mail address.',
        body: Type.Object({ username: Username }, closed),
        response: { 200: PublisherBody },
      },
    },
    async request =>
      shownPublisher(await becomePublisher({ auth, ownApps }, sessionIn(request), request.body.username)),
  )
  api.get(
    '/publisher',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'getPublisher',
        tags,
        summary: 'The publisher of who asks.',
        response: { 200: PublisherBody },
      },
    },
    async request => shownPublisher(await ownApps.publisher(publisherIn(request))),
  )
  api.put(
    '/publisher/credential',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'setPublisherCredential',
        tags,
        summary: 'Sets what the gateway presents to the publisher’s servers from now on. It is never read back.',
        body: Type.Object(
          { apiKey: Type.String({ minLength: 1, maxLength: 2048, pattern: '^[\\x21-\\x7e]+$' }) },
          closed,
        ),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await ownApps.setCredential(publisherIn(request), request.body.apiKey)
      return await reply.code(204).send(null)
    },
  )
}

function addCircuits(api: Api, { edges }: PublisherRouteDeps): void {
  api.get(
    '/publisher/circuits',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listPublisherCircuits',
        tags,
        summary: 'Apps that calls are not let through to, or that have failed lately, at each edge.',
        response: {
          200: Type.Object({
            items: Type.Array(
              Type.Object({
                app: AppPath,
                state: Type.Union([Type.Literal('closed'), Type.Literal('open'), Type.Literal('half_open')]),
                ofOneBuyer: Type.Boolean({ description: 'Only calls of one buyer fail' }),
                consecutiveFailures: Type.Integer(),
                retryInMs: Type.Integer({ description: '0 unless open' }),
              }),
            ),
          }),
        },
      },
    },
    async request => {
      const circuits = await edges.circuits(publisherIn(request))
      return { items: circuits.map(({ isOfOneBuyer, ...circuit }) => ({ ...circuit, ofOneBuyer: isOfOneBuyer })) }
    },
  )
}

function addEarnings(api: Api, { ownApps, money }: PublisherRouteDeps): void {
  api.get(
    '/publisher/earnings',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'getEarnings',
        tags,
        summary: 'What was earned, what of it was paid out, and what would be paid out now.',
        response: {
          200: Type.Object({
            payable: Amount,
            earned: Amount,
            paidOut: Amount,
            currency: Type.Literal('USD'),
            payout: PayoutAccount,
          }),
        },
      },
    },
    async request => {
      const { payableMicros, earnedMicros, paidOutMicros, isConnected, account } = await money.earnings(
        publisherIn(request),
      )
      return {
        payable: formatMicros(payableMicros),
        earned: formatMicros(earnedMicros),
        paidOut: formatMicros(paidOutMicros),
        currency: 'USD' as const,
        payout: { connected: isConnected, account: account ?? null },
      }
    },
  )
  api.post(
    '/publisher/payout-account',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'connectPayoutAccount',
        tags,
        summary: 'Connects the account that earnings are sent to, in place of any other. Paid calls need one.',
        body: Type.Object(
          {
            account: Type.String({
              minLength: 1,
              maxLength: 128,
              pattern: '^[\\x21-\\x7e]+$',
              examples: ['acct_1A2B'],
            }),
          },
          closed,
        ),
        response: { 200: PublisherBody },
      },
    },
    async request => {
      const username = publisherIn(request)
      await money.connect(username, request.body.account)
      return shownPublisher(await ownApps.publisher(username))
    },
  )
}

function addPayouts(api: Api, { money }: PublisherRouteDeps): void {
  api.get(
    '/publisher/payouts',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listPayouts',
        tags,
        summary: 'Payouts, newest first.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(PayoutBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await money.payouts(publisherIn(request), pageIn(request.query))
      return { items: items.map(shownPayout), nextPageToken }
    },
  )
  api.post(
    '/publisher/payouts',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'createPayout',
        tags,
        summary: 'Sends earnings to the payout account, in whole cents: all of them when no amount is given.',
        body: Type.Object({ amount: Type.Optional(AmountInput) }, closed),
        response: { 201: PayoutBody },
      },
    },
    async (request, reply) => {
      const { amount } = request.body
      const amountMicros = amount === undefined ? undefined : parseMicros(amount)
      return await reply
        .code(201)
        .send(shownPayout(await money.payOut(publisherIn(request), amountMicros, request.requestId)))
    },
  )
}

function shownPublisher({ username, isSuspended, hasCredential, createdAt, ...publisher }: Publisher) {
  return {
    username,
    suspended: isSuspended,
    hasCredential,
    payout: { connected: publisher.isPayoutConnected, account: publisher.payoutAccount ?? null },
    createdAt: createdAt.toISOString(),
  }
}

function shownPayout({ id, amountMicros, status, account, createdAt }: Payout) {
  return {
    id,
    amount: formatMicros(amountMicros),
    currency: 'USD' as const,
    status,
    account,
    createdAt: createdAt.toISOString(),
  }
}
