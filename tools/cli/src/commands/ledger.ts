import { services } from '@mtg/contracts'
import { Command } from 'commander'
import { SLOW_LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

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
        const lines = checks.flatMap(({ name, description, breachCount, breaches }) => [
          `${breachCount === '0' ? 'ok    ' : 'BROKEN'}  ${name}: ${description}`,
          ...breaches.map(breach => `        ${breach}`),
        ])
        const view = checks.map(({ name, description, breachCount, breaches }) => ({
          name,
          description,
          breachCount: Number(breachCount),
          breaches,
        }))
        output.result({ sound: broken.length === 0, checks: view }, lines.join('\n'))
        return broken.length === 0 ? undefined : 'failed'
      }),
    )
  return new Command('ledger').description('The journal and the balances.').addCommand(verify)
}
