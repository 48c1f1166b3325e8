import { type billing, services } from '@mtg/contracts'
import { formatMicros } from '@mtg/marketplace'
import { fromTimestamp, toBigint } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const shown = {
  TASK_STATE_UNSPECIFIED: '',
  TASK_STATE_OPEN: 'open',
  TASK_STATE_CAPTURED: 'paid',
  TASK_STATE_RELEASED: 'free',
} as const

/** `mtg tasks EMAIL` */
export function tasksCommand(run: Runner): Command {
  return new Command('tasks')
    .description('List the calls of a buyer that became tasks, newest first, with what is held for them.')
    .argument('<email>', 'the buyer')
    .option('--open', 'only those that are not settled yet')
    .addHelpText(
      'after',
      '\nA task is listed until a day after its time. Its price is held while it is open; it is free when it failed, was\ncancelled, or was not completed in time. `mtg explain CALL` tells of the call that started it.',
    )
    .action(
      run(async ({ instance, output }, email: string, options: { open?: true }) => {
        const listed = await allTasks(instance, await buyerIdOf(instance, email), options.open === true)
        const tasks = listed.map(viewOf)
        const rows = tasks.map(({ call, app, tool, state, price, handedOver, endsAt }) => [
          call,
          app,
          tool,
          state,
          price,
          handedOver ? 'yes' : 'no',
          endsAt,
        ])
        const heading = ['call', 'app', 'tool', 'state', 'price (USD)', 'has handle', 'ends']
        output.result({ tasks }, tasks.length === 0 ? 'No tasks.' : table(heading, rows))
      }),
    )
}

async function allTasks(instance: Instance, buyerId: string, openOnly: boolean): Promise<billing.ListedTask__Output[]> {
  const client = instance.client('billing', services.billing.TaskService)
  const tasks: billing.ListedTask__Output[] = []
  let pageToken = ''
  do {
    const page = await client.ListTasks({ buyerId, openOnly, pageToken }, LIMITS)
    tasks.push(...page.tasks)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return tasks
}

function viewOf({ task, priceMicros, startedAt, endsAt, isHandedOver }: billing.ListedTask__Output) {
  return {
    call: task?.callId ?? '',
    app: `${task?.publisherUsername}/${task?.appName}`,
    tool: task?.toolName ?? '',
    state: shown[task?.state ?? 'TASK_STATE_UNSPECIFIED'],
    price: formatMicros(toBigint(priceMicros)),
    currency: 'USD',
    handedOver: isHandedOver,
    startedAt: fromTimestamp(startedAt)?.toISOString() ?? '',
    endsAt: fromTimestamp(endsAt)?.toISOString() ?? '',
  }
}
