/** A key that the marketplace below gives to nobody. */
export const unknownKey = 'vnb-sk-refusals-nobody-0123456789'

/** Keys of the marketplace below, by what is special about them. */
export const keys = {
  rich: 'vnb-sk-refusals-rich-0123456789',
  toolsOnly: 'vai-sk-refusals-tools-0123456789',
  chatOnly: 'vai-sk-refusals-chat-0123456789',
  unrestricted: 'vnb-sk-refusals-legacy-0123456789',
  revoked: 'vnb-sk-refusals-revoked-0123456789',
  poor: 'vnb-sk-refusals-poor-0123456789',
  suspended: 'vnb-sk-refusals-suspended-0123456789',
}

/** Buyers of the marketplace below. */
export const buyers = { rich: 'rich@example.test', poor: 'poor@example.test', suspended: 'suspended@example.test' }

const plenty = { perMinute: 100_000, perDay: 1_000_000, monthly: 1_000_000 }
const paid = { price: '0.01', ...plenty }

/** A marketplace file (JSON is YAML) in which every refusal has a reason to happen. */
export function refusingMarketplace(origin: string): string {
  const mcp = (name: string, more: object = {}) => ({
    name,
    adapter: 'mcp',
    upstream: `${origin}/mcp`,
    tiers: { paid },
    ...more,
  })
  const shopApps = [
    mcp('tools'),
    mcp('unbought'),
    mcp('inactive'),
    mcp('expired'),
    mcp('cancelled'),
    mcp('over'),
    mcp('rate', { tiers: { paid: { ...paid, perDay: 1 } } }),
    mcp('quota', { tiers: { paid: { ...paid, monthly: 1 } } }),
    mcp('slow', { timeoutMs: 200 }),
    mcp('broken'),
    { name: 'chat', adapter: 'llm', upstream: `${origin}/chat`, tiers: { paid } },
  ]
  return JSON.stringify({
    publishers: [
      { username: 'shop', payout: 'connected', apiKey: 'shop-upstream-key', apps: shopApps },
      { username: 'unpayable', payout: 'none', apiKey: 'unpayable-upstream-key', apps: [mcp('tools')] },
      { username: 'keyless', payout: 'connected', apps: [mcp('tools')] },
      { username: 'closed', status: 'suspended', payout: 'connected', apiKey: 'closed-key', apps: [mcp('tools')] },
    ],
    buyers: [
      {
        email: buyers.rich,
        wallet: '100.00',
        keys: [
          { name: 'default', key: keys.rich },
          { name: 'tools', key: keys.toolsOnly, scope: 'mcp:tools' },
          { name: 'chat', key: keys.chatOnly, scope: 'llm:completions' },
          { name: 'legacy', key: keys.unrestricted, scope: '' },
          { name: 'revoked', key: keys.revoked, revoked: true },
        ],
        purchases: [
          ...['tools', 'rate', 'quota', 'slow', 'broken', 'chat'].map(name => ({ app: `shop/${name}`, tier: 'paid' })),
          ...['inactive', 'expired', 'cancelled'].map(status => ({ app: `shop/${status}`, tier: 'paid', status })),
          { app: 'shop/over', tier: 'paid', startedAt: '2026-01-01T00:00:00Z', renews: false },
          ...['unpayable', 'keyless', 'closed'].map(username => ({ app: `${username}/tools`, tier: 'paid' })),
        ],
      },
      {
        email: buyers.poor,
        wallet: '0.009999',
        keys: [{ name: 'default', key: keys.poor }],
        purchases: [{ app: 'shop/tools', tier: 'paid' }],
      },
      {
        email: buyers.suspended,
        status: 'suspended',
        wallet: '1.00',
        keys: [{ name: 'default', key: keys.suspended }],
        purchases: [{ app: 'shop/tools', tier: 'paid' }],
      },
    ],
  })
}
