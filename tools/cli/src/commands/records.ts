import { type metering, services } from '@mtg/contracts'
import { Command } from 'commander'
import { type Instance, SLOW_LIMITS } from '../instance.ts'
import { showExported, showSealed } from '../months.ts'
import type { Runner } from '../runner.ts'

/** `mtg records list|verify|seal|export` */
export function recordsCommand(run: Runner): Command {
  return new Command('records')
    .description('Months of usage records: sealed, exported, and in the end dropped.')
    .addCommand(listCommand(run))
    .addCommand(verifyCommand(run))
    .addCommand(sealCommand(run))
    .addCommand(exportCommand(run))
}

const monthsOf = (instance: Instance) => instance.client('metering', services.metering.MonthService)

function listCommand(run: Runner): Command {
  return new Command('list').description('List sealed months, with their seals and where their files are.').action(
    run(async ({ instance, output }) => {
      const { months } = await monthsOf(instance).ListMonths({}, SLOW_LIMITS)
      const view = months.map(toView)
      const lines = view.map(
        ({ month, state, records, seal, location }) =>
          `${month}  ${state.padEnd(7)}  ${records} records  ${seal === '' ? '-' : seal}  ${location}`,
      )
      output.result({ months: view }, lines.length === 0 ? 'No month is sealed yet.' : lines.join('\n'))
    }),
  )
}

function toView(month: metering.UsageMonth__Output) {
  return {
    month: month.month,
    state: month.state.replace('USAGE_MONTH_STATE_', '').toLowerCase(),
    records: Number(month.recordCount),
    chargedMicros: month.chargedMicros,
    seal: month.seal,
    location: month.location,
  }
}

function verifyCommand(run: Runner): Command {
  return new Command('verify')
    .description(
      'Check that sealed months are what was sealed: seals, records and files; exits 1 and names each breach.',
    )
    .action(
      run(async ({ instance, output }) => {
        const { months } = await monthsOf(instance).ListMonths({}, SLOW_LIMITS)
        const checks: { readonly month: string; readonly breaches: readonly string[] }[] = []
        // One at a time: there may be years of them.
        for (const { month } of months.filter(({ seal }) => seal !== '')) {
          const { breaches } = await monthsOf(instance).VerifyMonth({ month }, SLOW_LIMITS)
          checks.push({ month, breaches })
        }
        const isSound = checks.every(({ breaches }) => breaches.length === 0)
        const lines = checks.flatMap(({ month, breaches }) => [
          `${breaches.length === 0 ? 'ok    ' : 'BROKEN'}  ${month}`,
          ...breaches.map(breach => `        ${breach}`),
        ])
        output.result({ sound: isSound, checks }, lines.length === 0 ? 'No month is sealed yet.' : lines.join('\n'))
        return isSound ? undefined : 'failed'
      }),
    )
}

function sealCommand(run: Runner): Command {
  return new Command('seal').description('Seal the months that are due, the oldest first. A job does the same.').action(
    run(async ({ instance, output }) => {
      showSealed(output, await monthsOf(instance).SealMonths({}, SLOW_LIMITS))
    }),
  )
}

function exportCommand(run: Runner): Command {
  return new Command('export')
    .description(
      'Write the files of sealed months that have none to USAGE_EXPORT_DIR of metering. A job does the same.',
    )
    .action(
      run(async ({ instance, output }) => {
        showExported(output, await monthsOf(instance).ExportMonths({}, SLOW_LIMITS))
      }),
    )
}
