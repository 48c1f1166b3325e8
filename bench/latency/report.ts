import { type Added, addedByLoad, cpuOf } from './added.ts'
import { FLOOR, GATEWAY, type Row } from './row.ts'
import { type Verdict, verdictsOn } from './verdicts.ts'

/** Prints all of it; whether no call failed. */
export function report(rows: readonly Row[], asJson: boolean): boolean {
  const added = addedByLoad(rows)
  const verdicts = verdictsOn(rows)
  const isSound = rows.every(({ outcome }) => outcome.failed === 0)
  if (asJson) {
    const plain = rows.map(row => ({ ...row, cpu: Object.fromEntries(row.cpu) }))
    console.log(JSON.stringify({ rows: plain, added, verdicts, isSound }, null, 2))
    return isSound
  }
  const tables = [
    timesOf(rows),
    tableOfAdded(added),
    costsOf(rows),
    busyOf(rows),
    stagesOf(rows),
    goalsOf(verdicts),
    refusalsOf(rows),
  ]
  for (const line of tables.flatMap(table => [...table, ''])) console.log(line)
  console.log(isSound ? 'no call failed, and the ledger adds up' : 'calls failed')
  return isSound
}

const nameOf = ({ round, load, target }: Row) => `${String(round + 1).padEnd(6)}${load.padEnd(27)} ${target.padEnd(18)}`
const HEAD = `round ${'load'.padEnd(27)} ${''.padEnd(18)}`
const right = (text: string | number, width = 9) => String(text).padStart(width)

function timesOf(rows: readonly Row[]): string[] {
  return [
    `${HEAD}    calls   failed  calls/s   p50 ms   p90 ms   p99 ms   max ms`,
    ...rows.map(row => {
      const { calls, failed, perSecond, p50Ms, p90Ms, p99Ms, maxMs } = row.outcome
      const times = [p50Ms, p90Ms, p99Ms, maxMs].map(ms => right(ms.toFixed(2)))
      return [nameOf(row), right(calls), right(failed), right(perSecond.toFixed(0)), ...times].join('')
    }),
  ]
}

function tableOfAdded(added: readonly Added[]): string[] {
  return [
    `${'added by the gateway'.padEnd(33)}   p50 ms   p90 ms   p99 ms   p50 of F's   p99 of F's`,
    ...added.map(({ load, p50Ms, p90Ms, p99Ms, p50OfFloor, p99OfFloor }) => {
      const times = [p50Ms, p90Ms, p99Ms].map(ms => right(ms.toFixed(2)))
      const ratios = [p50OfFloor, p99OfFloor].map(ratio => right(ratio.toFixed(2), 13))
      return [load.padEnd(33), ...times, ...ratios].join('')
    }),
  ]
}

function costsOf(rows: readonly Row[]): string[] {
  return [
    'CPU us a call',
    ...rows.map(row => {
      const each = [...row.cpu].map(([process, micros]) => `${process} ${micros.toFixed(0)}`).join(', ')
      return `${nameOf(row)}${right(cpuOf(row).toFixed(0))} = ${each}`
    }),
  ]
}

/** Of the gateway and the floor; the others have no queue but their process. */
function busyOf(rows: readonly Row[]): string[] {
  return [
    'busy (a process: share of one core; a statement: connections that run it)',
    ...rows
      .filter(({ target }) => target === GATEWAY || target === FLOOR)
      .map(row => {
        const shares = row.busy.map(([place, share]) => `${place} ${(share * 100).toFixed(0)} %`)
        return `${nameOf(row)} ${shares.join(', ')}`
      }),
  ]
}

function stagesOf(rows: readonly Row[]): string[] {
  return [
    "mean ms of the edge's steps",
    ...rows
      .filter(({ target }) => target === GATEWAY)
      .map(row => `${nameOf(row)} ${row.stages.map(([stage, ms]) => `${stage} ${ms.toFixed(2)}`).join(', ')}`),
  ]
}

function goalsOf(verdicts: readonly Verdict[]): string[] {
  return [
    'goals (the middle round)',
    ...verdicts.map(
      ({ goal, figure, isReached }) => `${isReached ? 'reached' : 'missed '}  ${right(figure.toFixed(2))}  ${goal}`,
    ),
  ]
}

/** Nothing where nobody was refused. */
function refusalsOf(rows: readonly Row[]): string[] {
  const refused = rows.filter(({ refusals }) => refusals.length > 0)
  if (refused.length === 0) return []
  return [
    'refused by the edge itself, by limit',
    ...refused.map(row => `${nameOf(row)} ${row.refusals.map(([limit, count]) => `${limit} ${count}`).join(', ')}`),
  ]
}
