// npm run dev: the whole system, with one service that starts again whenever its sources change.
import { join } from 'node:path'
import { freePort } from '@mtg/embedded'
import { devHelp, readDevArguments } from './arguments.ts'
import { exitCodeOf } from './output.ts'
import { restartOnChanges, sourcesOf } from './restart-on-changes.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import type { ServiceName } from './services.ts'
import { readSettings } from './settings.ts'

/** Where editors look for a debugger first. */
const USUAL_INSPECT_PORT = 9229

process.exitCode = await exitCodeOf('npm run dev -- --help', async () => {
  const wanted = readDevArguments(process.argv.slice(2))
  if (wanted === 'help') return console.log(devHelp())
  const settings = readSettings(process.env, process.cwd())
  const { service } = wanted
  const debuggerAddress = wanted.inspect ? `127.0.0.1:${await freePort(USUAL_INSPECT_PORT)}` : undefined
  await runUntilStopped(settings, {
    system: {
      fresh: wanted.fresh,
      ...(debuggerAddress && { serviceFlags: { [service]: [`--inspect=${debuggerAddress}`] } }),
    },
    notes: notesOn(service, settings.DATA_DIR, debuggerAddress),
    onStarted: system => restartOnChanges(system, service),
  })
})

function notesOn(service: ServiceName, dataDir: string, debuggerAddress: string | undefined): string[] {
  return [
    `${service} starts again whenever a file in ${sourcesOf(service).join(', ')} changes.`,
    `Its log: tail -f ${join(dataDir, 'logs', `${service}.log`)}`,
    ...(debuggerAddress === undefined
      ? [`With a debugger: npm run dev -- ${service} --inspect`]
      : [`A debugger can attach at ${debuggerAddress}, for example: node inspect ${debuggerAddress}`]),
  ]
}
