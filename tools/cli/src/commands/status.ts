import { services } from '@mtg/contracts'
import { Command } from 'commander'
import { LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

/** `mtg suspend buyer|publisher WHO` */
export function suspendCommand(run: Runner): Command {
  return statusCommand(run, { name: 'suspend', suspended: true, done: 'is suspended: its calls are refused' })
}

/** `mtg resume buyer|publisher WHO` */
export function resumeCommand(run: Runner): Command {
  return statusCommand(run, { name: 'resume', suspended: false, done: 'is active again' })
}

interface Change {
  readonly name: string
  readonly suspended: boolean
  readonly done: string
}

function statusCommand(run: Runner, { name, suspended, done }: Change): Command {
  const buyer = new Command('buyer')
    .description(`${name} a buyer`)
    .argument('<email>')
    .action(
      run(async ({ instance, output }, email: string) => {
        await instance.client('auth', services.auth.AccountAdminService).SetBuyerStatus({ email, suspended }, LIMITS)
        output.result({ buyer: email, suspended }, `Buyer ${email} ${done}.`)
      }),
    )
  const publisher = new Command('publisher')
    .description(`${name} a publisher`)
    .argument('<username>')
    .action(
      run(async ({ instance, output }, username: string) => {
        const client = instance.client('billing', services.billing.CatalogAdminService)
        await client.SetPublisherStatus({ username, suspended }, LIMITS)
        output.result({ publisher: username, suspended }, `Publisher ${username} ${done}.`)
      }),
    )
  return new Command(name).description(`${name} a buyer or publisher`).addCommand(buyer).addCommand(publisher)
}
