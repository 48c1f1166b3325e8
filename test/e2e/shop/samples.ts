import { readFileSync } from 'node:fs'

/** The marketplace that `npm start` applies. */
export const sampleMarketplace = readFileSync(new URL('../../../examples/marketplace.yaml', import.meta.url), 'utf8')

/** Its buyer who has bought everything and can pay. */
export const ada = {
  email: 'ada@example.test',
  key: 'vnb-sk-sample-ada-8Qw3nT5kZx7Lr2Vd',
  wallet: '25.00',
  password: 'sample-password-ada',
}

/** Its buyer of free tiers. */
export const grace = { email: 'grace@example.test', key: 'vnb-sk-sample-grace-5Rt8uN2mKj4Hb7Wq' }

/** Its apps, with the prices that ada pays. */
export const apps = {
  toolbox: { app: 'toolsmith/toolbox', priceMicros: 2_000n, summaryPriceMicros: 20_000n },
  chat: { app: 'wordsmith/chat', priceMicros: 5_000n },
}
