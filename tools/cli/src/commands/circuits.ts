import { type edge, services } from '@mtg/contracts'
import { Command } from 'commander'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg circuits list|close` */
export function circuitsCommand(run: Runner): Command {
  return new Command('circuits')
    .description('The circuits that refuse calls to publishers that failed, of every edge.')
    .addCommand(listCommand(run))
    .addCommand(closeCommand(run))
}

/** Edges share nothing: each is asked. */
const edgesOf = (instance: Instance) => instance.each('edge', services.edge.CircuitService)

function listCommand(run: Runner): Command {
  return new Command('list').description('List circuits that are not closed, or have failures behind them.').action(
    run(async ({ instance, output }) => {
      const edges = await edgesOf(instance)
      const answers = await Promise.all(edges.map(client => client.ListCircuits({}, LIMITS)))
      const circuits = answers.flatMap((answer, index) => answer.circuits.map(circuit => toView(circuit, index + 1)))
      const rows = circuits.map(({ app, state, failures, retryInMs, buyerId, edge }) => [
        app,
        state,
        String(failures),
        retryInMs === 0 ? '' : `in ${Math.ceil(retryInMs / 1000)} s`,
        buyerId || 'everybody',
        `${edge} of ${edges.length}`,
      ])
      const text = table(['app', 'circuit', 'failures', 'tries again', 'for', 'edge'], rows)
      output.result({ edges: edges.length, circuits }, circuits.length === 0 ? 'Every circuit is closed.' : text)
    }),
  )
}

function toView({ app, state, consecutiveFailures, retryInMs, buyerId }: edge.Circuit__Output, which: number) {
  const named = state.replace('CIRCUIT_STATE_', '').toLowerCase()
  return { app, state: named, failures: consecutiveFailures, retryInMs: Number(retryInMs), buyerId, edge: which }
}

function closeCommand(run: Runner): Command {
  return new Command('close')
    .description("Close an app's circuit and those of its single buyers at once, at every edge.")
    .argument('<app>', 'publisher/app')
    .action(
      run(async ({ instance, output }, app: string) => {
        const edges = await edgesOf(instance)
        const answers = await Promise.all(edges.map(client => client.ResetCircuit({ app }, LIMITS)))
        const closed = answers.filter(({ changed }) => changed).length
        const text = closed === 0 ? `No edge had a circuit of ${app} open.` : `Closed at ${closed} of ${edges.length}.`
        output.result({ app, edges: edges.length, closed }, text)
      }),
    )
}
