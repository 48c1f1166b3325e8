import { runService } from '@mtg/runtime'
import { startOauthServer } from './app.ts'
import { oauthSettings } from './config.ts'

await runService({ name: 'oauth-server', settings: oauthSettings, start: startOauthServer })
