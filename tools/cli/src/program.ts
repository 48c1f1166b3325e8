import { Command, CommanderError } from 'commander'
import { applyCommand } from './commands/apply.ts'
import { auditCommand } from './commands/audit.ts'
import { cellsCommand } from './commands/cells.ts'
import { circuitsCommand } from './commands/circuits.ts'
import { deadLettersCommand } from './commands/dead-letters.ts'
import { explainCommand } from './commands/explain.ts'
import { grantsCommand } from './commands/grants.ts'
import { healthCommand } from './commands/health.ts'
import { identitiesCommand } from './commands/identities.ts'
import { keyCommand } from './commands/key/key.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { natsUsersCommand } from './commands/nats-users.ts'
import { operatorCommand } from './commands/operator.ts'
import { payoutCommand } from './commands/payout.ts'
import { purchaseCommand } from './commands/purchase.ts'
import { receiptCommand } from './commands/receipt.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { recordsCommand } from './commands/records.ts'
import { signingKeyCommand } from './commands/signing-key.ts'
import { resumeCommand, suspendCommand } from './commands/status.ts'
import { tasksCommand } from './commands/tasks.ts'
import { topupCommand } from './commands/topup.ts'
import { usageCommand } from './commands/usage.ts'
import { walletCommand } from './commands/wallet.ts'
import { describeFailure, exitCodes } from './failure.ts'
import { findInstance } from './instance.ts'
import { createOutput } from './output.ts'
import type { Runner } from './runner.ts'

/** Runs `mtg` with these arguments; answers with the exit code. */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<number> {
  const json = args.includes('--json')
  let exitCode: number = exitCodes.done
  const run: Runner =
    work =>
    async (...workArgs) => {
      const instance = findInstance(env, cwd)
      try {
        const verdict = await work({ instance, output: createOutput(json) }, ...workArgs)
        if (verdict === 'failed') exitCode = exitCodes.failed
      } finally {
        instance.close()
      }
    }
  try {
    await createProgram(run).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (thrown) {
    // Commander has printed its own help or complaint by now.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const failure = describeFailure(thrown)
    const { code, message } = failure
    if (json) console.log(JSON.stringify({ error: { code, message } }, null, 2))
    else console.error(`mtg: ${message}`)
    return failure.exitCode
  }
}

function createProgram(run: Runner): Command {
  const program = new Command('mtg')
    .description('Looks after a running Metered Tool Gateway: marketplace, wallets, usage, keys, ledger.')
    .addHelpText(
      'after',
      '\nThe gateway is found through DATA_DIR (default .data), or AUTH_GRPC, BILLING_GRPC, METERING_GRPC, OAUTH_GRPC\nand EDGE_GRPC with GRPC_TOKEN, the secret of the operator.',
    )
  const commands = [
    applyCommand(run),
    walletCommand(run),
    topupCommand(run),
    usageCommand(run),
    cellsCommand(run),
    ledgerCommand(run),
    reconcileCommand(run),
    recordsCommand(run),
    keyCommand(run),
    suspendCommand(run),
    resumeCommand(run),
    purchaseCommand(run),
    payoutCommand(run),
    grantsCommand(run),
    circuitsCommand(run),
    signingKeyCommand(run),
    tasksCommand(run),
    explainCommand(run),
    receiptCommand(run),
    deadLettersCommand(run),
    operatorCommand(run),
    auditCommand(run),
    healthCommand(run),
    identitiesCommand(run),
    natsUsersCommand(run),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of withSubcommands(program)) {
    command.exitOverride().showHelpAfterError('(add --help to see how it is used)')
    if (command.commands.length === 0) command.option('--json', 'print JSON')
  }
  return program
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}
