export { edgeSettings } from './config.ts'
