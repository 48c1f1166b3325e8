import type { ChaosReport } from './run.ts'

/** What a run must not find, in words; empty when all is well. */
export function violationsOf(report: ChaosReport): string[] {
  const { usageMismatch } = report
  const each = (calls: readonly string[], what: string) => calls.map(callId => `${callId} was ${what}`)
  return [
    ...each(report.deliveredNotBilled, 'delivered and not billed'),
    ...each(report.refusedButBilled, 'answered with an error and billed'),
    ...each(report.billedTwice, 'asked for once and billed twice'),
    ...each(report.billedNotDelivered, 'billed and never delivered, although its caller kept asking'),
    ...each(report.brokenButBilled, 'billed although it broke what its app promises'),
    ...each(report.unpaidTasks, 'delivered as the result of a task and not billed'),
    ...each(report.paidForNothing, 'billed for a task that never completed'),
    ...each(report.lostTasks, 'a task that nobody knew of before its time was over'),
    ...report.overspent,
    ...report.unfilled,
    ...usageMismatch,
    ...report.unanswered.map(code => `a request was never answered, at last with ${code}`),
    ...report.spared.map(point => `no billing process died at ${point}`),
    ...(report.checks === 0 ? ['the invariants were never checked while it ran'] : []),
    ...(report.tasks === 0 ? ['no call became a task'] : []),
    ...(report.keptAndBilled === 0 ? ['no call that kept a promise was billed'] : []),
    ...(report.brokenAndFree === 0 ? ['no call broke a promise'] : []),
    ...(report.codes.has('spend_limit_exceeded') ? [] : ['no key came to its limit']),
    ...(report.delivered === 0 ? ['no call was delivered at all'] : []),
    ...(report.moves === 0 ? ['no buyer was moved between the cells'] : []),
    ...(report.copies === 0 ? ['no event was sent twice'] : []),
  ]
}

/** The run as text. */
export function describe(report: ChaosReport): string {
  const rows: [string, number][] = [
    ['delivered', report.delivered],
    ['answered with an error', report.refused],
    ['cut off', report.cutOff],
    ['answered again under their key', report.replayed],
    ['captured', report.captured],
    ['  of them cut off, without a key', report.billedAndCutOff],
    ['corrected', report.corrected],
    ['expired', report.expired],
    ['streamed, and given back by a move', report.givenBackInDoubt],
    ['delivered and not billed', report.deliveredNotBilled.length],
    ['refused and billed', report.refusedButBilled.length],
    ['billed twice', report.billedTwice.length],
    ['billed and not delivered, with a key', report.billedNotDelivered.length],
    ['never answered, with a key', report.unanswered.length],
    ['promises kept and billed', report.keptAndBilled],
    ['  kept, and free: late or unverified', report.keptAndExcused],
    ['promises broken and free', report.brokenAndFree],
    ['promises broken and billed', report.brokenButBilled.length],
    ['tasks handed over', report.tasks],
    ['  fetched by the gateway alone, billed', report.fetchedByGateway],
    ['tasks delivered and not billed', report.unpaidTasks.length],
    ['tasks billed and never completed', report.paidForNothing.length],
    ['tasks lost', report.lostTasks.length],
    ['limits of keys overspent', report.overspent.length],
    ['trees of keys with lost holds', report.unfilled.length],
    ['usage records that differ', report.usageMismatch.length],
    ['failpoints not reached', report.spared.length],
    ['lost replies', report.lostReplies],
    ['moves of buyers between cells', report.moves ?? 0],
    ['usage messages sent twice', report.copies],
    ['online checks', report.checks],
  ]
  const lines = [`faults: ${countsOf(report.faults)}`, `errors: ${countsOf(report.codes)}`]
  return [...lines, ...rows.map(([name, count]) => `${name.padEnd(38)} ${count}`)].join('\n')
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} x ${name}`).join(', ')
}
