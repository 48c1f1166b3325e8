import { areReached, type Goal, verdicts } from '../verdicts.ts'
import { EDGE, type Figures, type Findings, mediansOf, PLATFORM, perCoreSecond, ratio } from './figures.ts'
import { litellm } from './litellm.ts'
import { portkey } from './portkey.ts'

const GOALS = { ofPortkey: 8, ofLitellm: 1 }

/** Prints the table; whether no call failed and, in the long form, no goal is missed. */
export function report(findings: Findings, options: { asJson: boolean; isJudged: boolean }): boolean {
  const { figures, versions, settings, missing } = findings
  const isSound = figures.every(({ failed }) => failed === 0)
  const goals = goalsOf(figures)
  const isReached = areReached(goals)
  if (options.asJson) {
    const plain = { versions: fromMap(versions), settings: fromMap(settings), missing: fromMap(missing) }
    console.log(JSON.stringify({ ...plain, medians: mediansOf(figures), figures, goals, isSound, isReached }, null, 2))
  } else {
    const judged = options.isJudged ? ['', ...verdicts(goals), ...wholeOf(figures)] : []
    const lines = [...tableOf(findings), '', ...namesOf(settings), ...missingOf(missing), ...judged]
    for (const line of lines) console.log(line)
    console.log(isSound ? 'no call failed, and the ledger adds up' : 'calls failed')
  }
  return isSound && (isReached || !options.isJudged)
}

function goalsOf(figures: readonly Figures[]): Goal[] {
  const what = (peer: string) => `calls per core-second, our edge with money on, by those of ${peer}`
  return [
    { what: what(portkey.name), figure: ratio(figures, EDGE, portkey.name), atLeast: GOALS.ofPortkey, digits: 1 },
    { what: what(litellm.name), figure: ratio(figures, EDGE, litellm.name), atLeast: GOALS.ofLitellm, digits: 1 },
  ]
}

/** For those who pay for the machines: the databases and services behind the edge are counted too. */
function wholeOf(figures: readonly Figures[]): string[] {
  const names = new Set(figures.map(({ name }) => name))
  const peers = [...names].filter(name => name !== EDGE && name !== PLATFORM)
  const ratios = peers.map(peer => `${ratio(figures, PLATFORM, peer)?.toFixed(2)} × ${peer}`)
  return [`all of ours, databases included, per core-second: ${ratios.join(', ')}`]
}

function tableOf({ figures, versions }: Findings): string[] {
  const head = ['calls/s', 'CPU us a call', 'calls a core-second', 'p50 ms', 'p99 ms', 'MiB', 'failed']
  return [
    `${'conn'.padStart(4)}  ${'proxy'.padEnd(24)} ${'version'.padEnd(10)} ${head.join('  ')}`,
    ...mediansOf(figures).map(each => {
      const cells = [
        each.callsPerSecond.toFixed(0),
        each.cpuMicros.toFixed(0),
        perCoreSecond(each).toFixed(0),
        each.p50Ms.toFixed(2),
        each.p99Ms.toFixed(1),
        each.mebibytes?.toFixed(0) ?? '-',
        String(each.failed),
      ]
      const name = `${each.name.padEnd(24)} ${(versions.get(each.name) ?? '').padEnd(10)}`
      const padded = cells.map((cell, index) => cell.padStart(head[index]?.length ?? 0))
      return `${String(each.connections).padStart(4)}  ${name} ${padded.join('  ')}`
    }),
  ]
}

function namesOf(settings: ReadonlyMap<string, string>): string[] {
  return [...settings].map(([name, text]) => `${name}: ${text}`)
}

function missingOf(missing: ReadonlyMap<string, string>): string[] {
  return [...missing].map(([name, reason]) => `NOT MEASURED: ${name}: ${reason}`)
}

function fromMap(map: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(map)
}
