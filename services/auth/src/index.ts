export { type Auth, startAuth } from './app.ts'
export { authSettings } from './config.ts'
