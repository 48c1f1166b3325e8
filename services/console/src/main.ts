import { runService } from '@mtg/runtime'
import { startConsole } from './app.ts'
import { consoleSettings } from './config.ts'

await runService({ name: 'console', settings: consoleSettings, start: startConsole })
