/** The buyer that the suite calls as. */
export const buyer = {
  email: 'conformance@example.test',
  password: 'correct horse battery staple',
  key: 'vnb-sk-conformance-0123456789abcdefghijklmnopqrstuv',
}

/** The publisher whose apps the suite calls. */
export const publisher = 'conformance'

/** A marketplace file (JSON is YAML) in which the buyer has bought every app; `upstreams` is by app name. */
export function marketplaceOf(upstreams: Record<string, string>): string {
  const names = Object.keys(upstreams)
  return JSON.stringify({
    publishers: [
      {
        username: publisher,
        payout: 'connected',
        apiKey: 'conformance-upstream-key',
        apps: names.map(name => ({
          name,
          adapter: 'mcp',
          upstream: upstreams[name],
          tiers: { paid: { price: '0.001', perMinute: 100_000, perDay: 1_000_000, monthly: 1_000_000 } },
        })),
      },
    ],
    buyers: [
      {
        email: buyer.email,
        password: buyer.password,
        wallet: '50.00',
        keys: [{ name: 'default', key: buyer.key }],
        purchases: names.map(name => ({ app: `${publisher}/${name}`, tier: 'paid' })),
      },
    ],
  })
}
