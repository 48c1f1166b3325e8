export { startEdge } from './app.ts'
export { type EdgeSettings, edgeSettings } from './config.ts'
