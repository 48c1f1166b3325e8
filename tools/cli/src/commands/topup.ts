import { services } from '@mtg/contracts'
import { formatMicros, readMicros } from '@mtg/marketplace'
import { toBigint } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { CliError } from '../failure.ts'
import { LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

/** `mtg topup EMAIL AMOUNT` */
export function topupCommand(run: Runner): Command {
  return new Command('topup')
    .description("Start a top-up of a buyer's wallet, and show the page where it is paid.")
    .argument('<email>', 'the buyer')
    .argument('<amount>', 'in USD, 5 to 1000, such as 25 or 25.50')
    .action(
      run(async ({ instance, output }, email: string, amount: string) => {
        const read = readMicros(amount)
        if ('fault' in read) throw new CliError(`the amount ${read.fault}`)
        const buyerId = await buyerIdOf(instance, email)
        const { topUp } = await instance
          .client('billing', services.billing.TopUpService)
          .CreateTopUp({ buyerId, amountMicros: read.micros.toString() }, LIMITS)
        if (topUp === null) throw new CliError('billing did not say what it has started')
        const view = {
          topUpId: topUp.topUpId,
          amount: formatMicros(toBigint(topUp.amountMicros)),
          currency: 'USD',
          checkoutUrl: topUp.checkoutUrl,
        }
        const text = `Pay ${view.amount} USD here; the wallet is topped up when the payment arrives:\n\n  ${view.checkoutUrl}`
        output.result(view, text)
      }),
    )
}
