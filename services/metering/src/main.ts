import { runService } from '@mtg/runtime'
import { startMetering } from './app.ts'
import { meteringSettings } from './config.ts'

await runService({ name: 'metering', settings: meteringSettings, start: startMetering })
