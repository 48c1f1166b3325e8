import { runService } from '@mtg/runtime'
import { startBilling } from './app.ts'
import { billingSettings } from './config.ts'

await runService({ name: 'billing', settings: billingSettings, start: startBilling })
