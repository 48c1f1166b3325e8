import { parseArgs } from 'node:util'
import { describeLauncherSettings } from './settings.ts'

/** What the command line asks for. */
export interface LauncherArguments {
  fresh: boolean
  state: boolean
  help: boolean
}

/** Raised for an unknown option. */
export class UsageError extends Error {}

/** Reads the arguments of `npm start --`. */
export function readArguments(argv: string[]): LauncherArguments {
  const option = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ args: argv, options: { fresh: option, state: option, help: option } }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The text of `npm start -- --help`. */
export function helpText(): string {
  return `npm start [-- OPTION]

Starts the gateway with everything it needs, and keeps it running until Ctrl-C.

  --fresh   forget DATA_DIR first: databases, secrets, logs
  --state   print a running instance's addresses and process ids as JSON
  --help    this text

Settings, by environment:
${describeLauncherSettings()}

Settings of the services (LOG_LEVEL, lifetimes, limits) are passed on to them as they are.`
}
