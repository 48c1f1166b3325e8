import { runService } from '@mtg/runtime'
import { startEdge } from './edge.ts'
import { edgeSettings } from './settings.ts'

await runService({ name: 'edge-proxy', settings: edgeSettings, start: startEdge })
