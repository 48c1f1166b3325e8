import type { OwnApp } from '../../api/publisher-queries.ts'

/** A tool with the field of its price: a JSON pointer, as the API names it. */
export interface PriceName {
  readonly tool: string
  readonly field: string
}

/** The tools that its server offers, and those that have a price all the same. */
export function priceNames(app: OwnApp): PriceName[] {
  const names = [...new Set([...app.listing.tools.map(({ name }) => name), ...Object.keys(app.tools)])]
  return names.map(tool => ({
    tool,
    field: `/tools/${tool.replaceAll('~', '~0').replaceAll('/', '~1')}/price`,
  }))
}
