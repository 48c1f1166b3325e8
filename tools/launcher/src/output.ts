import { UsageError } from './arguments.ts'
import { SettingsError } from './settings.ts'
import { StartError } from './start-error.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2

/** Runs a command and answers with its exit code; what stopped it is told in words. `help` is where its usage stands. */
export async function exitCodeOf(help: string, command: () => Promise<void>): Promise<number> {
  // A closed terminal must not keep what runs from being stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await command()
    return 0
  } catch (error) {
    explain(error, help)
    return isBadUsage(error) ? EXIT_USAGE : EXIT_FAILED
  }
}

/** Tells what is being done, apart from what was asked for. */
export function progress(line: string): void {
  process.stderr.write(`mtg: ${line} ...\n`)
}

const isBadUsage = (error: unknown) => error instanceof SettingsError || error instanceof UsageError

function explain(error: unknown, help: string): void {
  console.error(`\nmtg: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof StartError) console.error(`mtg: ${error.advice}`)
  else if (isBadUsage(error)) console.error(`mtg: see ${help}`)
  else console.error(error instanceof Error ? error.stack : '')
}
