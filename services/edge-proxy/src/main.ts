import { runService } from '@mtg/runtime'
import { startEdge } from './app.ts'
import { edgeSettings } from './config.ts'

await runService({ name: 'edge-proxy', settings: edgeSettings, start: startEdge })
