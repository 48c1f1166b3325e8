import { services } from '@mtg/contracts'
import { Command } from 'commander'
import { CliError, exitCodes } from '../failure.ts'
import { SLOW_LIMITS } from '../instance.ts'
import type { Runner } from '../runner.ts'

interface Options {
  readonly hours: string
  readonly dryRun?: boolean
}

/** `mtg reconcile` */
export function reconcileCommand(run: Runner): Command {
  return new Command('reconcile')
    .description(
      'Compare captured calls with usage records, store again what is missing, take away what was given back or is of no known call, and say what was found.',
    )
    .option('--hours <count>', 'how far back', '24')
    .option('--dry-run', 'only say what is missing')
    .action(
      run(async ({ instance, output }, options: Options) => {
        if (!/^\d{1,5}$/.test(options.hours)) {
          throw new CliError(`--hours: "${options.hours}" is not a whole number`, exitCodes.usage)
        }
        const request = { lookbackSeconds: String(Number(options.hours) * 3600), dryRun: options.dryRun === true }
        const found = await instance.client('billing', services.billing.LedgerService).Reconcile(request, SLOW_LIMITS)
        const view = {
          captured: Number(found.capturedCount),
          missing: Number(found.missingCount),
          surplus: Number(found.surplusCount),
          republished: Number(found.republishedCount),
          retracted: Number(found.retractedCount),
          surplusRetracted: Number(found.surplusRetractedCount),
        }
        const lines = [
          `captured calls       ${view.captured}`,
          `without usage record ${view.missing}`,
          `published again      ${view.republished}`,
          `taken away           ${view.retracted}`,
          `records without call ${view.surplus}`,
          `of these taken away  ${view.surplusRetracted}`,
        ]
        output.result(view, lines.join('\n'))
        if (view.surplus > 0) throw new CliError('there are usage records of calls that were never captured')
      }),
    )
}
