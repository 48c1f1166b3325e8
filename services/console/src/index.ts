export { consoleSettings } from './config.ts'
