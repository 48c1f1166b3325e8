import { type billing, services } from '@mtg/contracts'
import { Command } from 'commander'
import { type Instance, SLOW_LIMITS } from '../instance.ts'
import { showExported, showSealed } from '../months.ts'
import type { Runner } from '../runner.ts'

/** `mtg ledger verify|partitions|seal|export` */
export function ledgerCommand(run: Runner): Command {
  return new Command('ledger')
    .description('The journal and the balances.')
    .addCommand(verifyCommand(run))
    .addCommand(partitionsCommand(run))
    .addCommand(sealCommand(run))
    .addCommand(exportCommand(run))
}

const ledgerOf = (instance: Instance) => instance.client('billing', services.billing.LedgerService)

interface Check {
  readonly name: string
  readonly description: string
  readonly breachCount: number
  readonly breaches: readonly string[]
}

function verifyCommand(run: Runner): Command {
  return new Command('verify')
    .description('Check every money invariant on the live data, and every seal; exits 1 and names each breach.')
    .action(
      run(async ({ instance, output }) => {
        const checks = [...(await checkInvariants(instance)), ...(await checkSealedMonths(instance))]
        const broken = checks.filter(check => check.breachCount > 0)
        const lines = checks.flatMap(({ name, description, breachCount, breaches }) => [
          `${breachCount === 0 ? 'ok    ' : 'BROKEN'}  ${name}: ${description}`,
          ...breaches.map(breach => `        ${breach}`),
        ])
        output.result({ sound: broken.length === 0, checks }, lines.join('\n'))
        return broken.length === 0 ? undefined : 'failed'
      }),
    )
}

async function checkInvariants(instance: Instance): Promise<Check[]> {
  const { checks } = await ledgerOf(instance).VerifyLedger({}, SLOW_LIMITS)
  return checks.map(({ name, description, breachCount, breaches }) => ({
    name,
    description,
    breachCount: Number(breachCount),
    breaches,
  }))
}

/** One month at a time: there may be years of them. */
async function checkSealedMonths(instance: Instance): Promise<Check[]> {
  const { periods } = await ledgerOf(instance).ListPeriods({}, SLOW_LIMITS)
  const checks: Check[] = []
  for (const { month } of periods.filter(period => period.seal !== '')) {
    const { breaches } = await ledgerOf(instance).VerifyPeriod({ month }, SLOW_LIMITS)
    const description = `calls and entries of ${month} are what was sealed, in the database and in its files`
    checks.push({ name: `sealed_${month}`, description, breachCount: breaches.length, breaches })
  }
  return checks
}

function partitionsCommand(run: Runner): Command {
  return new Command('partitions')
    .description('List the months of calls that were settled a while ago, with their seals and where their files are.')
    .action(
      run(async ({ instance, output }) => {
        const { periods } = await ledgerOf(instance).ListPeriods({}, SLOW_LIMITS)
        const view = periods.map(toView)
        const lines = view.map(
          ({ month, state, calls, entries, seal, location }) =>
            `${month}  ${state.padEnd(7)}  ${calls} calls, ${entries} entries  ${seal === '' ? '-' : seal}  ${location}`,
        )
        output.result(
          { partitions: view },
          lines.length === 0 ? 'No call has been settled away yet.' : lines.join('\n'),
        )
      }),
    )
}

function toView(period: billing.SettledPeriod__Output) {
  return {
    month: period.month,
    state: period.state.replace('PERIOD_STATE_', '').toLowerCase(),
    calls: Number(period.callCount),
    entries: Number(period.entryCount),
    amountMicros: period.amountMicros,
    seal: period.seal,
    location: period.location,
  }
}

function sealCommand(run: Runner): Command {
  return new Command('seal')
    .description(
      'Seal the months that are due, the oldest first, and say why the next one is not. A job does the same.',
    )
    .action(
      run(async ({ instance, output }) => {
        showSealed(output, await ledgerOf(instance).SealPeriods({}, SLOW_LIMITS))
      }),
    )
}

function exportCommand(run: Runner): Command {
  return new Command('export')
    .description(
      'Write the files of sealed months that have none to LEDGER_EXPORT_DIR of billing. A job does the same.',
    )
    .action(
      run(async ({ instance, output }) => {
        showExported(output, await ledgerOf(instance).ExportPeriods({}, SLOW_LIMITS))
      }),
    )
}
