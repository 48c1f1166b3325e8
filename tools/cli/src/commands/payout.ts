import { services } from '@mtg/contracts'
import { Command } from 'commander'
import { LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

/** `mtg payout connect|disconnect USERNAME [ACCOUNT]` */
export function payoutCommand(run: Runner): Command {
  const connect = new Command('connect')
    .description('Connect the account that a publisher is paid to. Its paid apps can be called then.')
    .argument('<username>', 'the publisher')
    .argument('<account>', "the account's name at the payment processor")
    .action(
      run(async ({ instance, output }, username: string, account: string) => {
        const client = instance.client('billing', services.billing.PublisherAccountService)
        await client.ConnectPayoutAccount({ username, account }, LIMITS)
        output.result({ publisher: username, payoutAccount: account }, `Publisher ${username} is paid to ${account}.`)
      }),
    )
  const disconnect = new Command('disconnect')
    .description('Disconnect it: calls of paid apps are refused.')
    .argument('<username>', 'the publisher')
    .action(
      run(async ({ instance, output }, username: string) => {
        const client = instance.client('billing', services.billing.PublisherAccountService)
        await client.DisconnectPayoutAccount({ username }, LIMITS)
        output.result({ publisher: username, payoutAccount: null }, `Publisher ${username} has no payout account now.`)
      }),
    )
  return new Command('payout').description('Payout accounts of publishers.').addCommand(connect).addCommand(disconnect)
}
