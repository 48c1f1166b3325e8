import { type auth, services } from '@mtg/contracts'
import { asAccountId } from '@mtg/primitives'
import { implement, toTimestamp, uuidOf } from '@mtg/rpc'
import { listOperators, type Operator } from '../store/operators.ts'
import type { PrismaClient } from '../store/prisma.ts'
import { appointOperator, dismissOperator, findOperator } from '../use-cases/operators/operators.ts'

/** OperatorService: accounts that run the gateway. */
export function operatorService(prisma: PrismaClient) {
  return implement(services.auth.OperatorService, {
    AddOperator: async ({ email }) => ({ operator: toMessage(await appointOperator(prisma, email)) }),
    RemoveOperator: async ({ email }) => ({ removed: await dismissOperator(prisma, email) }),
    ListOperators: async () => ({ operators: (await listOperators(prisma)).map(toMessage) }),
    async GetOperator({ accountId }) {
      const operator = await findOperator(prisma, asAccountId(uuidOf(accountId, 'account_id')))
      return { operator: operator === undefined ? null : toMessage(operator) }
    },
  })
}

const toMessage = ({ accountId, email, addedAt }: Operator): auth.Operator => ({
  accountId,
  email,
  addedAt: toTimestamp(addedAt),
})
