export { startEdge } from './edge.ts'
export { type EdgeSettings, edgeSettings } from './settings.ts'
