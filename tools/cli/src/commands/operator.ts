import { type auth, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg operator add|remove|list` */
export function operatorCommand(run: Runner): Command {
  return new Command('operator')
    .description('Accounts that run the gateway: they see and do everything below /api/v1/operator.')
    .addCommand(add(run))
    .addCommand(remove(run))
    .addCommand(list(run))
}

function add(run: Runner): Command {
  return new Command('add')
    .description('Make an account an operator. Its address must be verified.')
    .argument('<email>')
    .action(
      run(async ({ instance, output }, email: string) => {
        const client = instance.client('auth', services.auth.OperatorService)
        const { operator } = await client.AddOperator({ email }, LIMITS)
        const view = operator === null ? { email } : operatorView(operator)
        output.result({ operator: view }, `${view.email} is an operator.`)
      }),
    )
}

function remove(run: Runner): Command {
  return new Command('remove')
    .description('End that an account is an operator, at once.')
    .argument('<email>')
    .action(
      run(async ({ instance, output }, email: string) => {
        const { removed } = await instance
          .client('auth', services.auth.OperatorService)
          .RemoveOperator({ email }, LIMITS)
        output.result({ email, removed }, removed ? `${email} is no operator any more.` : `${email} was no operator.`)
      }),
    )
}

function list(run: Runner): Command {
  return new Command('list').description('List the operators.').action(
    run(async ({ instance, output }) => {
      const { operators } = await instance.client('auth', services.auth.OperatorService).ListOperators({}, LIMITS)
      const views = operators.map(operatorView)
      const rows = views.map(({ email, accountId, addedAt }) => [email, accountId, addedAt])
      output.result({ operators: views }, table(['email', 'account', 'since'], rows))
    }),
  )
}

const operatorView = ({ email, accountId, addedAt }: auth.Operator__Output) => ({
  email,
  accountId,
  addedAt: fromTimestamp(addedAt)?.toISOString() ?? '',
})
