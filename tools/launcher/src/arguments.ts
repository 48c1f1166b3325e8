import { parseArgs } from 'node:util'
import { type ServiceName, serviceSpecs } from './services.ts'
import { describeLauncherSettings } from './settings.ts'

/** What `npm start` is asked for. */
interface StartArguments {
  fresh: boolean
  state: boolean
  help: boolean
  /** The folder of a backup; undefined: none is asked for. */
  backup: string | undefined
  /** Undefined: as many as there were. */
  cells: number | undefined
}

/** What `npm run dev` is asked for. */
interface DevArguments {
  service: ServiceName
  inspect: boolean
  fresh: boolean
}

/** Raised for a command line that cannot be understood. */
export class UsageError extends Error {}

const flag = { type: 'boolean', default: false } as const

/** Reads the arguments of `npm start --`. */
export function readStartArguments(args: string[]): StartArguments {
  const text = { type: 'string' } as const
  const options = { fresh: flag, state: flag, help: flag, cells: text, backup: text } as const
  const { values } = understood(() => parseArgs({ args, options }))
  if (values.cells !== undefined && !/^\d+$/.test(values.cells)) throw new UsageError('--cells takes a number.')
  const { fresh, state, help, backup } = values
  return { fresh, state, help, backup, cells: values.cells === undefined ? undefined : Number(values.cells) }
}

/** Reads the arguments of `npm run dev --`. */
export function readDevArguments(args: string[]): DevArguments | 'help' {
  const options = { inspect: flag, fresh: flag, help: flag }
  const { values, positionals } = understood(() => parseArgs({ args, options, allowPositionals: true }))
  if (values.help) return 'help'
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new UsageError(`Name one service: ${serviceNames()}.`)
  const service = serviceSpecs.find(spec => spec.name === name)?.name
  if (service === undefined) throw new UsageError(`There is no service "${name}"; there are ${serviceNames()}.`)
  return { service, inspect: values.inspect, fresh: values.fresh }
}

function understood<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const serviceNames = () => serviceSpecs.map(spec => spec.name).join(', ')

/** The text of `npm start -- --help`. */
export function startHelp(): string {
  return `npm start [-- OPTION]

Starts the gateway with everything it needs, and keeps it running until Ctrl-C.

  --fresh   forget DATA_DIR first: databases, secrets, logs
  --cells N billing in N cells, each with a PostgreSQL of its own (as many as before; 1 at first)
  --state   print a running instance's addresses and process ids as JSON
  --backup FOLDER
            copy a running instance, which goes on meanwhile; DATA_DIR=FOLDER npm start starts the copy
  --help    this text

${settingsHelp()}`
}

/** The text of `npm run dev -- --help`. */
export function devHelp(): string {
  return `npm run dev -- SERVICE [OPTION]

Starts everything as npm start does. SERVICE starts again whenever its sources change, or those of a package.

  SERVICE   ${serviceNames()}
  --inspect let a debugger attach to the service; its address is printed
  --fresh   forget DATA_DIR first: databases, secrets, logs
  --help    this text

${settingsHelp()}`
}

function settingsHelp(): string {
  return `Settings, by environment:
${describeLauncherSettings()}

Settings of the services (LOG_LEVEL, lifetimes, limits) are passed on to them as they are.`
}
