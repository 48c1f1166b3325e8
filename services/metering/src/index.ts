export { type Metering, startMetering } from './app.ts'
export { meteringSettings } from './config.ts'
