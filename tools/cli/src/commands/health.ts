import { fieldOf } from '@mtg/primitives'
import { Command } from 'commander'
import { CliError } from '../failure.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const ASK_TIMEOUT_MS = 3000

/** One line: a process, or one thing that it stands on. */
interface Finding {
  readonly process: string
  /** Empty: the process itself. */
  readonly dependency: string
  readonly healthy: boolean
  readonly since: string
  readonly reason: string
}

/** `mtg health` */
export function healthCommand(run: Runner): Command {
  return new Command('health')
    .description('Say of every process what it stands on, what of that is away, since when and why.')
    .option('--ops <addresses>', 'operations ports in place of those of npm start: billing=http://host:9100,auth=...')
    .addHelpText('after', '\nExits with 1 when anything is away.')
    .action(
      run(async ({ instance, output }, { ops }: { ops?: string }) => {
        const addresses = ops === undefined ? instance.operations() : readAddresses(ops)
        const findings = (await Promise.all(Object.entries(addresses).map(ask))).flat()
        const rows = findings.map(({ process, dependency, healthy, since, reason }) => [
          process,
          dependency || '(itself)',
          healthy ? 'up' : 'away',
          since,
          reason,
        ])
        output.result({ findings }, table(['process', 'stands on', 'state', 'since', 'why'], rows))
        return findings.every(({ healthy }) => healthy) ? undefined : 'failed'
      }),
    )
}

function readAddresses(text: string): Record<string, string> {
  const pairs = text.split(',').map(pair => pair.split('=', 2))
  return Object.fromEntries(
    pairs.map(([name = '', origin = '']) => {
      if (!URL.canParse(origin)) throw new CliError(`"${name}=${origin}" is not NAME=http://host:port.`)
      return [name, origin]
    }),
  )
}

async function ask([process, origin]: [string, string]): Promise<Finding[]> {
  try {
    const answer = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
    const report: unknown = await answer.json()
    const ready = fieldOf(report, 'ready') === true
    const itself = { process, dependency: '', healthy: ready, since: '', reason: ready ? '' : 'takes no work' }
    const checks = fieldOf(report, 'checks')
    return [itself, ...(Array.isArray(checks) ? checks.map(check => findingOf(process, check)) : [])]
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [{ process, dependency: '', healthy: false, since: '', reason }]
  }
}

function findingOf(process: string, check: unknown): Finding {
  const text = (name: string) => {
    const value = fieldOf(check, name)
    return typeof value === 'string' ? value : ''
  }
  const healthy = fieldOf(check, 'healthy') === true
  return { process, dependency: text('name'), healthy, since: text('since'), reason: text('reason') }
}
