import { Type } from 'typebox'
import type { Accounts } from '../../../clients/operations/accounts.ts'
import type { ActingOperator, PublisherSummary } from '../../../domain/operations.ts'
import type { Api } from '../../api.ts'
import { operatorIn } from '../../authenticate.ts'
import { pageOf } from '../../schemas/page-of.ts'
import { closed, Email, Id, pageIn, pageQuery, Time } from '../../schemas/values.ts'

const BuyerStatus = Type.Object({ id: Id, email: Email, suspended: Type.Boolean() })
const PublisherStatus = Type.Object({ id: Id, username: Type.String(), suspended: Type.Boolean() })
const Username = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', examples: ['acme'] })

const ways = [
  { name: 'suspend', suspended: true, effect: 'its calls are refused from now on' },
  { name: 'resume', suspended: false, effect: 'it may call again' },
] as const

const BuyerBody = Type.Object({ id: Id, email: Type.String(), suspended: Type.Boolean(), createdAt: Time })
const PublisherBody = Type.Object({
  id: Id,
  username: Type.String(),
  suspended: Type.Boolean(),
  payable: Type.Boolean({ description: 'Whether earnings can be paid out' }),
  apps: Type.Integer({ description: 'Drafts included' }),
  createdAt: Time,
})

const Status = Type.Union([Type.Literal('suspended'), Type.Literal('any')])

const search = (description: string) => ({
  ...pageQuery,
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description })),
  status: Type.Optional(Status),
})

/** Buyers and publishers: who there is, suspending and resuming. */
export function statusRoutes(api: Api, accounts: Accounts): void {
  addLists(api, accounts)
  addChanges(api, accounts)
}

function addLists(api: Api, accounts: Accounts): void {
  api.get(
    '/operator/buyers',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listBuyers',
        tags: ['Operator'],
        summary: 'Buyers, by e-mail address.',
        querystring: Type.Object(search('What the address begins with, or the id of a buyer'), closed),
        response: { 200: pageOf(BuyerBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await accounts.buyers(...askedIn(request.query, operatorIn(request)))
      return { items: items.map(buyer => ({ ...buyer, createdAt: buyer.createdAt.toISOString() })), nextPageToken }
    },
  )
  api.get(
    '/operator/publishers',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listPublishers',
        tags: ['Operator'],
        summary: 'Publishers, by name.',
        querystring: Type.Object(search('What the name begins with'), closed),
        response: { 200: pageOf(PublisherBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await accounts.publishers(...askedIn(request.query, operatorIn(request)))
      return { items: items.map(shownPublisher), nextPageToken }
    },
  )
}

interface ListQuery {
  readonly search?: string
  readonly status?: 'suspended' | 'any'
  readonly pageSize?: number
  readonly pageToken?: string
}

function askedIn(query: ListQuery, operator: ActingOperator) {
  const { search: text = '', status } = query
  return [operator, { search: text, isSuspendedOnly: status === 'suspended' }, pageIn(query)] as const
}

const shownPublisher = ({ isPayable, appCount, createdAt, ...publisher }: PublisherSummary) => ({
  ...publisher,
  payable: isPayable,
  apps: appCount,
  createdAt: createdAt.toISOString(),
})

function addChanges(api: Api, accounts: Accounts): void {
  for (const { name, suspended, effect } of ways) {
    api.post(
      `/operator/buyers/${name}`,
      {
        config: { access: 'operator' },
        schema: {
          operationId: `${name}Buyer`,
          tags: ['Operator'],
          summary: `Lets a buyer ${name === 'suspend' ? 'be suspended' : 'go on'}: ${effect}. Doing it twice is fine.`,
          body: Type.Object({ email: Email }, closed),
          response: { 200: BuyerStatus },
        },
      },
      async request => {
        const { email } = request.body
        return { id: await accounts.setBuyerSuspended(operatorIn(request), email, suspended), email, suspended }
      },
    )
    api.post(
      `/operator/publishers/${name}`,
      {
        config: { access: 'operator' },
        schema: {
          operationId: `${name}Publisher`,
          tags: ['Operator'],
          summary: `Lets a publisher ${name === 'suspend' ? 'be suspended: calls of its apps are refused' : 'go on'}. Doing it twice is fine.`,
          body: Type.Object({ username: Username }, closed),
          response: { 200: PublisherStatus },
        },
      },
      async request => {
        const { username } = request.body
        const id = await accounts.setPublisherSuspended(operatorIn(request), username, suspended)
        return { id, username, suspended }
      },
    )
  }
}
