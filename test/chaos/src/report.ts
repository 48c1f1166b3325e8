import type { ChaosReport } from './run.ts'

/** What a run must not find, in words; empty when all is well. */
export function violationsOf(report: ChaosReport): string[] {
  const { deliveredNotBilled, refusedButBilled, usageMismatch } = report
  return [
    ...deliveredNotBilled.map(callId => `${callId} was delivered and not billed`),
    ...refusedButBilled.map(callId => `${callId} was answered with an error and billed`),
    ...usageMismatch,
    ...(report.checks === 0 ? ['the invariants were never checked while it ran'] : []),
    ...(report.delivered === 0 ? ['no call was delivered at all'] : []),
  ]
}

/** The run as text. */
export function describe(report: ChaosReport): string {
  const faults = [...report.faults].map(([name, count]) => `${count} x ${name}`).sort()
  const rows: [string, number][] = [
    ['delivered', report.delivered],
    ['answered with an error', report.refused],
    ['cut off', report.cutOff],
    ['captured', report.captured],
    ['  of them cut off after the capture', report.billedAndCutOff],
    ['corrected', report.corrected],
    ['expired', report.expired],
    ['delivered and not billed', report.deliveredNotBilled.length],
    ['refused and billed', report.refusedButBilled.length],
    ['usage records that differ', report.usageMismatch.length],
    ['lost replies', report.lostReplies],
    ['online checks', report.checks],
  ]
  return [`faults: ${faults.join(', ')}`, ...rows.map(([name, count]) => `${name.padEnd(38)} ${count}`)].join('\n')
}
