import type { OwnApp } from '../../api/publisher-queries.ts'
import type { AppDetails } from '../../api/queries.ts'
import { amountOf, microsOf } from '../../lib/money.ts'

/** An own app in the shape that the catalogue would have it, drafts included. */
export function listedAs(app: OwnApp, username: string): AppDetails {
  const paid = app.tiers.paid && { ...app.tiers.paid, price: inForce(app, null, app.tiers.paid.price) }
  const tools = [...app.listing.tools, ...notOffered(app)].map(tool => ({
    ...tool,
    inputSchema: schemaOf(tool.inputSchema),
    outputSchema: schemaOf(tool.outputSchema),
    price: paid === undefined ? null : inForce(app, tool.name, app.tools[tool.name]?.price ?? paid.price),
    announcedPrice: null,
  }))
  const prices = paid === undefined ? [] : [paid.price, ...tools.flatMap(({ price }) => price ?? [])].map(microsOf)
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return {
    app: `${username}/${app.name}`,
    publisher: username,
    name: app.name,
    adapter: app.adapter,
    url: app.url,
    title: app.title,
    description: app.description,
    publisherState: 'active',
    tiers: {
      ...(app.tiers.free && { free: { ...app.tiers.free, price: '0.00' } }),
      ...(paid && { paid }),
    },
    priceFrom: lowest === undefined ? null : amountOf(lowest),
    priceTo: highest === undefined ? null : amountOf(highest),
    toolCount: tools.length,
    tools,
    promises: app.promises,
    charges: {
      toolErrors: app.chargeToolErrors,
      abandonedCalls: app.chargeAbandoned,
      tasks: app.chargeTasks === 'acceptance' ? 'on_acceptance' : 'on_delivery',
    },
    announcedPrices: app.priceChanges.map(({ tool, from, to, announcedAt, effectiveAt }) => ({
      tool,
      oldPrice: from,
      newPrice: to,
      announcedAt,
      effectiveAt,
    })),
    quality: { status: 'unavailable', windowDays: null, buyersMin: null, ...NO_FIGURES },
    chargedWhen: [],
    createdAt: app.createdAt,
    updatedAt: app.updatedAt,
  }
}

/** The catalogue lists them, too: its server may not have been asked yet. */
function notOffered(app: OwnApp): OwnApp['listing']['tools'] {
  const offered = new Set(app.listing.tools.map(({ name }) => name))
  return Object.keys(app.tools)
    .filter(name => !offered.has(name))
    .toSorted()
    .map(name => ({ name, title: '', description: '', inputSchema: null, outputSchema: null }))
}

const NO_FIGURES = { successRate: null, p50Ms: null, p95Ms: null, refunds: null, sampleSize: null }

/** What is asked for holds at once, but for a rise that is announced: until then the old price does. */
function inForce(app: OwnApp, tool: string | null, wanted: string): string {
  return app.priceChanges.find(change => change.tool === tool)?.from ?? wanted
}

type JsonSchema = AppDetails['tools'][number]['inputSchema']

const schemaOf = (schema: unknown): JsonSchema =>
  typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null) ? { ...Object(schema) } : null
