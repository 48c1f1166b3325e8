export { startBilling } from './app.ts'
export { billingSettings } from './config.ts'
