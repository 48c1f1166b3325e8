import { services } from '@mtg/contracts'
import { describeActs, implement, required } from '@mtg/rpc'
import type { Circuits } from '../publisher/circuit.ts'
import type { CircuitState } from '../publisher/circuit-state.ts'

const states = {
  closed: 'CIRCUIT_STATE_CLOSED',
  open: 'CIRCUIT_STATE_OPEN',
  half_open: 'CIRCUIT_STATE_HALF_OPEN',
} as const satisfies Record<CircuitState, string>

/** What the audit log says of what operators do to circuits. */
export const circuitActs = (circuits: Circuits) =>
  describeActs(services.edge.CircuitService, {
    ResetCircuit: {
      target: ({ app }) => `circuit:${app}`,
      before: ({ app }) => ({
        circuits: circuits
          .list()
          .filter(circuit => circuit.app === app)
          .slice(0, CIRCUITS_SHOWN)
          .map(({ buyerId, state, consecutiveFailures }) => ({ buyerId, state, consecutiveFailures })),
      }),
      after: ({ changed }) => ({ changed: changed === true }),
    },
  })

const CIRCUITS_SHOWN = 20

/** Serves gateway.edge.v1.CircuitService for this process's circuits. */
export function circuitService(circuits: Circuits) {
  return implement(services.edge.CircuitService, {
    ListCircuits: ({ publisherUsername }) => ({
      circuits: circuits
        .list()
        .filter(isOf(publisherUsername))
        .map(({ app, buyerId, state, consecutiveFailures, retryInMs }) => ({
          app,
          buyerId,
          state: states[state],
          consecutiveFailures,
          retryInMs: String(retryInMs),
        })),
    }),
    ResetCircuit: ({ app }) => ({ changed: circuits.reset(required(app, 'app')) }),
  })
}

/** Of every publisher when none is named. */
const isOf =
  (publisher: string) =>
  ({ app }: { readonly app: string }) =>
    publisher === '' || app.startsWith(`${publisher}/`)
