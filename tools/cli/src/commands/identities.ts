import { type Callee, type Caller, callersOf, callersSetting, newSecret, serviceOf } from '@mtg/rpc'
import { Command } from 'commander'
import type { Runner } from '../runner.ts'

/** `mtg identities` */
export function identitiesCommand(run: Runner): Command {
  return new Command('identities')
    .description(
      "make a set of identities for the services' gRPC: each caller's secret, and what each service must know of its callers",
    )
    .addHelpText(
      'after',
      `
Each line is a key of the chart's Secret (kubectl create secret generic NAME --from-env-file=FILE). Without Kubernetes:
grpc-token-NAME is the GRPC_TOKEN of NAME, and grpc-callers-NAME its GRPC_CALLERS. Nothing running is asked or changed.`,
    )
    .action(
      run(async ({ output }) => {
        const rows = makeIdentities()
        output.result(Object.fromEntries(rows), rows.map(([key, value]) => `${key}=${value}`).join('\n'))
      }),
    )
}

function makeIdentities(): [key: string, value: string][] {
  const callees: Callee[] = Object.values(serviceOf)
  const secrets = new Map<Caller, string>(
    [...new Set(callees.flatMap(callersOf))].toSorted().map(caller => [caller, newSecret()]),
  )
  return [
    ...[...secrets].map(([caller, secret]): [string, string] => [`grpc-token-${caller}`, secret]),
    ...callees
      .toSorted()
      .map((callee): [string, string] => [`grpc-callers-${callee}`, callersSetting(callee, name => secrets.get(name))]),
  ]
}
