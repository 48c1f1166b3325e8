import type { Outcome } from './orders.ts'

/** One measurement. */
export interface Row {
  readonly round: number
  readonly load: string
  readonly target: string
  readonly outcome: Outcome
  /** CPU of each process for each call, microseconds. */
  readonly cpu: ReadonlyMap<string, number>
  readonly queues: readonly (readonly [lane: string, share: number])[]
}

/** Names of what is compared. */
export const GATEWAY = 'gateway'
export const DIRECT = 'publisher directly'
export const BARE = 'bare proxy'
export const FLOOR = 'floor'

/** Added p50 and p99 by those of the floor. */
const GOALS = { p50OfFloor: 1.5, p99OfFloor: 3 }

/** What the gateway adds to the publisher under one load, beside what one durable commit takes; of one round. */
interface Added {
  readonly load: string
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly p50OfFloor: number
  readonly p99OfFloor: number
}

/** Prints all of it; whether no call failed. */
export function report(rows: readonly Row[], asJson: boolean): boolean {
  const added = addedByLoad(rows)
  const isSound = rows.every(({ outcome }) => outcome.failed === 0)
  if (asJson) {
    const plain = rows.map(row => ({ ...row, cpu: Object.fromEntries(row.cpu) }))
    console.log(JSON.stringify({ rows: plain, added, goals: GOALS, isSound }, null, 2))
    return isSound
  }
  for (const line of [...tableOf(rows), '', ...tableOfAdded(added)]) console.log(line)
  console.log(isSound ? 'no call failed, and the ledger adds up' : 'calls failed')
  return isSound
}

function tableOf(rows: readonly Row[]): string[] {
  const head =
    'load                        target               calls  failed   p50 ms   p90 ms   p99 ms    CPU us a call, and busy lanes'
  return [
    head,
    ...rows.map(({ load, target, outcome, cpu, queues }) => {
      const times = [outcome.p50Ms, outcome.p90Ms, outcome.p99Ms].map(ms => ms.toFixed(2).padStart(8))
      const costs = [...cpu].map(([name, micros]) => `${name} ${micros.toFixed(0)}`).join(', ')
      const lanes = queues.map(([lane, share]) => `${lane} ${(share * 100).toFixed(0)} %`).join(', ')
      const counts = [String(outcome.calls).padStart(7), String(outcome.failed).padStart(7)]
      return [
        load.padEnd(27),
        target.padEnd(18),
        ...counts,
        ...times,
        '  ',
        [costs, lanes].filter(Boolean).join('; '),
      ].join(' ')
    }),
  ]
}

function addedByLoad(rows: readonly Row[]): Added[] {
  const byLoad = Map.groupBy(rows, row => row.load)
  return [...byLoad].flatMap(([load, all]) => {
    const ofRounds = [...Map.groupBy(all, row => row.round).values()].flatMap(round => addedIn(load, round))
    const sorted = ofRounds.toSorted((a, b) => a.p50OfFloor - b.p50OfFloor)
    const middle = sorted[Math.floor(sorted.length / 2)]
    return middle === undefined ? [] : [middle]
  })
}

function addedIn(load: string, round: readonly Row[]): Added[] {
  const [gateway, direct, floor] = [GATEWAY, DIRECT, FLOOR].map(name => round.find(row => row.target === name)?.outcome)
  if (gateway === undefined || direct === undefined || floor === undefined) return []
  const p50Ms = gateway.p50Ms - direct.p50Ms
  const p99Ms = gateway.p99Ms - direct.p99Ms
  return [
    {
      load,
      p50Ms,
      p90Ms: gateway.p90Ms - direct.p90Ms,
      p99Ms,
      p50OfFloor: p50Ms / floor.p50Ms,
      p99OfFloor: p99Ms / floor.p99Ms,
    },
  ]
}

function tableOfAdded(added: readonly Added[]): string[] {
  const { p50OfFloor, p99OfFloor } = GOALS
  const head = `added by the gateway          p50 ms   p90 ms   p99 ms   p50 of F's (goal ${p50OfFloor})   p99 of F's (goal ${p99OfFloor})`
  return [
    head,
    ...added.map(each => {
      const times = [each.p50Ms, each.p90Ms, each.p99Ms].map(ms => ms.toFixed(2).padStart(8))
      const ratios = [each.p50OfFloor, each.p99OfFloor].map(ratio => ratio.toFixed(1).padStart(21))
      return [each.load.padEnd(27), ...times, ...ratios].join(' ')
    }),
  ]
}
