import { appError } from '@mtg/errors'
import { formatMicros, parseMicros } from '@mtg/primitives'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Auth } from '../../clients/auth.ts'
import type { LimitsOfKeys } from '../../clients/key-limits.ts'
import type { Wallets } from '../../clients/wallets.ts'
import type { TopUp, Wallet } from '../../domain/wallet.ts'
import { requireWithinLimits } from '../../use-cases/keys/require-within-limits.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { Amount, AmountInput, closed, Id, IdParams, pageIn, pageQuery, Time } from '../schemas/values.ts'

/** Who keeps wallets, and who knows whether an address is verified. */
export interface WalletRouteDeps {
  readonly wallets: Wallets
  readonly auth: Auth
  readonly keyLimits: LimitsOfKeys
}

const WalletBody = Type.Object({
  balance: Amount,
  held: Amount,
  available: Amount,
  currency: Type.Literal('USD'),
})

const EntryBody = Type.Object({
  id: Type.String(),
  kind: Type.String({ examples: ['topup', 'capture', 'correction'] }),
  amount: Amount,
  callId: Type.Optional(Id),
  reference: Type.Optional(Type.String()),
  createdAt: Time,
})

const TopUpBody = Type.Object({
  id: Id,
  status: Type.Union([Type.Literal('pending'), Type.Literal('paid'), Type.Literal('failed')]),
  amount: Amount,
  refunded: Amount,
  url: Type.Union([Type.String(), Type.Null()], { description: 'Where it is paid; null once there is nothing to pay' }),
  processor: Type.String(),
  createdAt: Time,
  paidAt: Type.Union([Time, Type.Null()]),
})

/** Wallet, journal and top-ups. */
export function walletRoutes(api: Api, deps: WalletRouteDeps): void {
  addWallet(api, deps)
  addTopUps(api, deps)
}

function addWallet(api: Api, { wallets }: WalletRouteDeps): void {
  api.get(
    '/wallet',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getWallet',
        tags: ['Wallet'],
        summary: 'What the wallet holds.',
        response: { 200: WalletBody },
      },
    },
    async request => shownWallet(await wallets.wallet(buyerIn(request))),
  )
  api.get(
    '/wallet/entries',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'listWalletEntries',
        tags: ['Wallet'],
        summary: 'Journal entries of the wallet, newest first. Amounts that left it are negative.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(EntryBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await wallets.entries(buyerIn(request), pageIn(request.query))
      const shown = items.map(({ id, kind, amountMicros, callId, reference, createdAt }) => ({
        id,
        kind,
        amount: formatMicros(amountMicros),
        ...(callId !== undefined && { callId }),
        ...(reference !== undefined && { reference }),
        createdAt: createdAt.toISOString(),
      }))
      return { items: shown, nextPageToken }
    },
  )
}

function addTopUps(api: Api, { wallets, auth, keyLimits }: WalletRouteDeps): void {
  const tags = ['Wallet']
  api.post(
    '/wallet/top-ups',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'createTopUp',
        tags,
        summary: 'Starts a top-up of 5 to 1000 USD, which is paid at its `url`. Needs a verified e-mail address.',
        body: Type.Object({ amount: AmountInput, method: Type.Optional(Type.Literal('card')) }, closed),
        response: { 201: TopUpBody },
      },
    },
    async (request, reply) => {
      const buyerId = buyerIn(request)
      await requireVerified(request, auth)
      const amountMicros = parseMicros(request.body.amount)
      if (request.actor?.kind === 'key') await requireWithinLimits(keyLimits, request.actor.keyId, amountMicros)
      const topUp = await wallets.createTopUp(buyerId, amountMicros, request.requestId)
      return await reply.code(201).header('location', `/api/v1/wallet/top-ups/${topUp.id}`).send(shownTopUp(topUp))
    },
  )
  api.get(
    '/wallet/top-ups',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'listTopUps',
        tags,
        summary: 'Top-ups, newest first.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(TopUpBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await wallets.topUps(buyerIn(request), pageIn(request.query))
      return { items: items.map(shownTopUp), nextPageToken }
    },
  )
  api.get(
    '/wallet/top-ups/:id',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getTopUp',
        tags,
        summary: 'One top-up.',
        params: IdParams,
        response: { 200: TopUpBody },
      },
    },
    async request => shownTopUp(await wallets.topUp(buyerIn(request), request.params.id)),
  )
}

async function requireVerified({ actor }: FastifyRequest, auth: Auth): Promise<void> {
  if (actor === undefined) throw new Error('a route for buyers was reached by nobody')
  const isVerified = actor.kind === 'session' ? actor.isEmailVerified : await auth.isBuyerVerified(actor.buyerId)
  if (!isVerified) throw appError('email_not_verified')
}

/** A wallet as the API shows it. */
export const shownWallet = ({ balanceMicros, heldMicros, availableMicros }: Wallet) => ({
  balance: formatMicros(balanceMicros),
  held: formatMicros(heldMicros),
  available: formatMicros(availableMicros),
  currency: 'USD' as const,
})

function shownTopUp({ id, status, amountMicros, reversedMicros, url, processor, createdAt, paidAt }: TopUp) {
  return {
    id,
    status,
    amount: formatMicros(amountMicros),
    refunded: formatMicros(reversedMicros),
    url: url ?? null,
    processor,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}
