import { z } from 'zod'
import { commonSettings, runService, settings } from './index.ts'

/** A service that can go wrong in every way that `runService` has to deal with. */
await runService({
  name: 'fixture',
  settings: z.object({
    ...commonSettings,
    LABEL: settings.text().describe('any text'),
    FAULT: z.enum(['none', 'start', 'close', 'exception', 'rejection']).default('none').describe('what goes wrong'),
  }),
  start: async ({ config, log, telemetry }) => {
    if (config.FAULT === 'start') throw new Error(`cannot start with ${config.LABEL}`)
    telemetry.startSpan('start', 'internal').end()
    const alive = setInterval(() => {}, 1000)
    if (config.FAULT === 'exception') {
      setImmediate(() => {
        throw new Error('a bug')
      })
    }
    if (config.FAULT === 'rejection') void Promise.reject(new Error('a bug'))
    return {
      close: async () => {
        log.info({}, 'closing')
        if (config.FAULT === 'close') await new Promise(() => {})
        clearInterval(alive)
      },
    }
  },
})
