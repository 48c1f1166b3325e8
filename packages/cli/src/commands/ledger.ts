import { services } from '@mtg/rpc'
import { Command } from 'commander'
import { CliError } from '../failure.ts'
import { SLOW_LIMITS } from '../instance.ts'
import type { Runner } from '../program.ts'

/** `mtg ledger verify` */
export function ledgerCommand(run: Runner): Command {
  const verify = new Command('verify')
    .description('Check every money invariant on the live data; exits 1 and names each breach.')
    .action(
      run(async ({ instance, output }) => {
        const { checks } = await instance
          .client('billing', services.billing.LedgerService)
          .VerifyLedger({}, SLOW_LIMITS)
        const broken = checks.filter(check => check.breachCount !== '0')
        const lines = checks.map(
          ({ name, description, breachCount }) =>
            `${breachCount === '0' ? 'ok    ' : 'BROKEN'}  ${name}: ${description}`,
        )
        const view = checks.map(({ name, description, breachCount, breaches }) => ({
          name,
          description,
          breachCount: Number(breachCount),
          breaches,
        }))
        output.result({ sound: broken.length === 0, checks: view }, lines.join('\n'))
        if (broken.length === 0) return
        const breaches = broken.flatMap(check => check.breaches.map(breach => `  ${check.name}: ${breach}`))
        throw new CliError(`the ledger does not add up:\n${breaches.join('\n')}`)
      }),
    )
  return new Command('ledger').description('The journal and the balances.').addCommand(verify)
}
