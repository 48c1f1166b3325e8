export { startAuth } from './app.ts'
export { authSettings } from './config.ts'
