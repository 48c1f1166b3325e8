import { services } from '@mtg/contracts'
import { formatMicros } from '@mtg/marketplace'
import { toBigint } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

/** `mtg wallet EMAIL` */
export function walletCommand(run: Runner): Command {
  return new Command('wallet')
    .description('Show what a buyer has, what is held for calls under way, and what is left to spend.')
    .argument('<email>', 'the buyer')
    .action(
      run(async ({ instance, output }, email: string) => {
        const buyerId = await buyerIdOf(instance, email)
        const wallet = await instance.client('billing', services.billing.WalletService).GetWallet({ buyerId }, LIMITS)
        const [balance, held, available] = [wallet.balanceMicros, wallet.heldMicros, wallet.availableMicros].map(
          micros => formatMicros(toBigint(micros)),
        )
        const { currency } = wallet
        const text = `balance    ${balance} ${currency}\nheld       ${held} ${currency}\navailable  ${available} ${currency}`
        output.result({ balance, held, available, currency }, text)
      }),
    )
}
