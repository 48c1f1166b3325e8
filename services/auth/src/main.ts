import { runService } from '@mtg/runtime'
import { startAuth } from './app.ts'
import { authSettings } from './config.ts'

await runService({ name: 'auth', settings: authSettings, start: startAuth })
