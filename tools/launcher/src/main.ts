// npm start: the whole system, until Ctrl-C.
import { readStartArguments, startHelp } from './arguments.ts'
import { backUp } from './backup.ts'
import { isHeld } from './data-dir.ts'
import { exitCodeOf } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'
import { type InstanceState, readState } from './state-file.ts'

process.exitCode = await exitCodeOf('npm start -- --help', async () => {
  const wanted = readStartArguments(process.argv.slice(2))
  if (wanted.help) return console.log(startHelp())
  const settings = readSettings(process.env, process.cwd())
  if (wanted.state) return console.log(JSON.stringify(stateOf(settings.DATA_DIR), null, 2))
  if (wanted.backup !== undefined) {
    await backUp(settings.DATA_DIR, stateOf(settings.DATA_DIR).postgres, wanted.backup)
    return console.log(`Copied. Start the copy with: DATA_DIR=${wanted.backup} npm start`)
  }
  await runUntilStopped(settings, {
    system: { fresh: wanted.fresh, ...(wanted.cells !== undefined && { cells: wanted.cells }) },
  })
})

function stateOf(dataDir: string): InstanceState {
  const state = isHeld(dataDir) ? readState(dataDir) : undefined
  if (state !== undefined) return state
  throw new StartError(`No instance is running on ${dataDir}, or it is still starting.`, 'Start one with: npm start')
}
