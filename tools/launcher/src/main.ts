// npm start: the whole system, until Ctrl-C.
import { readStartArguments, startHelp } from './arguments.ts'
import { isHeld } from './data-dir.ts'
import { exitCodeOf } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'
import { readState } from './state-file.ts'

process.exitCode = await exitCodeOf('npm start -- --help', async () => {
  const wanted = readStartArguments(process.argv.slice(2))
  if (wanted.help) return console.log(startHelp())
  const settings = readSettings(process.env, process.cwd())
  if (wanted.state) return printState(settings.DATA_DIR)
  await runUntilStopped(settings, {
    system: { fresh: wanted.fresh, ...(wanted.cells !== undefined && { cells: wanted.cells }) },
  })
})

function printState(dataDir: string): void {
  const state = isHeld(dataDir) ? readState(dataDir) : undefined
  if (state !== undefined) return console.log(JSON.stringify(state, null, 2))
  throw new StartError(`No instance is running on ${dataDir}, or it is still starting.`, 'Start one with: npm start')
}
