import { Type } from 'typebox'
import type { Operations } from '../../../clients/operations/operations.ts'
import type { Api } from '../../api.ts'
import { operatorIn } from '../../authenticate.ts'
import { closed, Email, Id } from '../../schemas/values.ts'

const BuyerStatus = Type.Object({ id: Id, email: Email, suspended: Type.Boolean() })
const PublisherStatus = Type.Object({ id: Id, username: Type.String(), suspended: Type.Boolean() })
const Username = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', examples: ['acme'] })

const ways = [
  { name: 'suspend', suspended: true, effect: 'its calls are refused from now on' },
  { name: 'resume', suspended: false, effect: 'it may call again' },
] as const

/** Suspending and resuming. */
export function statusRoutes(api: Api, operations: Operations): void {
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
        return { id: await operations.setBuyerSuspended(operatorIn(request), email, suspended), email, suspended }
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
        const id = await operations.setPublisherSuspended(operatorIn(request), username, suspended)
        return { id, username, suspended }
      },
    )
  }
}
