export { type Metering, startMetering } from './app.ts'
export { type MeteringConfig, meteringSettings } from './config.ts'
