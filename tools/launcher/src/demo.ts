import type { Marketplace, MarketplaceBuyer } from '@mtg/marketplace'
import type { Demo } from './banner.ts'

/** A call that the sample MCP publisher answers. */
const SAMPLE_CALL = { tool: 'convert_units', arguments: { value: 26.2, from: 'mi', to: 'km' } }

/** Whom and what to show from a marketplace: the first buyer who can pay for calls with a key that is in the file. */
export function demoOf(marketplace: Marketplace, hasSamples: boolean): Demo | undefined {
  for (const buyer of marketplace.buyers) {
    const key = buyer.keys.find(candidate => candidate.key !== undefined && !candidate.revoked)?.key
    if (key === undefined || buyer.status !== 'active' || buyer.wallet === 0n) continue
    const mcp = hasSamples ? paidApp(marketplace, buyer, 'mcp') : undefined
    const llm = paidApp(marketplace, buyer, 'llm')
    return {
      email: buyer.email,
      key,
      ...(mcp && { mcp: { app: mcp, ...SAMPLE_CALL } }),
      ...(llm && { llm: { app: llm } }),
    }
  }
  return undefined
}

function paidApp(marketplace: Marketplace, buyer: MarketplaceBuyer, adapter: 'mcp' | 'llm'): string | undefined {
  const apps = marketplace.publishers.flatMap(publisher =>
    publisher.apps.filter(app => app.adapter === adapter).map(app => `${publisher.username}/${app.name}`),
  )
  const paid = buyer.purchases.filter(purchase => purchase.tier === 'paid' && purchase.status === 'active')
  return paid.find(purchase => apps.includes(purchase.app))?.app
}
