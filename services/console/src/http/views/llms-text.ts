import { formatMicros } from '@mtg/primitives'
import type { Listing } from '../../domain/listing.ts'

const DESCRIPTION_LENGTH_MAX = 160

/** What an agent needs to find, buy and call: the page at /llms.txt. */
export function llmsText(baseUrl: string, listings: readonly Listing[], isMore: boolean): string {
  return `# Metered Tool Gateway

> Tools (MCP servers) and text models of many publishers behind one origin, one credential and one wallet. Each call is authenticated, held to
> limits, charged at the price that the catalogue says, and passed on. What fails is not charged.

Call an MCP server with \`POST ${baseUrl}/v1-beta/mcp/{publisher}/{app}\`, a model with \`POST ${baseUrl}/v1-beta/llm/{publisher}/{app}\` (chat completions),
each with \`Authorization: Bearer <API key or access token>\`. An app must have been obtained before, in its free or its paid tier.
\`POST ${baseUrl}/api/v1/quote\` says what a call would cost, and whether it would pass. \`tools/list\` answers tell each tool's price.

## API

- [Catalogue](${baseUrl}/api/v1/catalog/apps): search apps by words, adapter, tier and price (JSON)
- [OpenAPI description](${baseUrl}/openapi.json): everything that people and programs can do
- [The same for people](${baseUrl}/openapi.html)
- [MCP registry](${baseUrl}/v0.1/servers): MCP servers with their prices
- [Authorization](${baseUrl}/.well-known/oauth-protected-resource): how to get an access token

## Apps

${listings.map(listing => lineOf(baseUrl, listing)).join('\n')}
${isMore ? `\nThe newest ${listings.length}; the catalogue has all of them.\n` : ''}`
}

function lineOf(baseUrl: string, listing: Listing): string {
  const { publisher, name, adapter, description } = listing
  const path = `${publisher}/${name}`
  const words = plain(description)
  return `- [${path}](${baseUrl}/api/v1/catalog/apps/${path}): ${adapter}, ${pricesOf(listing)}${words === '' ? '' : `. ${words}`}`
}

function pricesOf({ free, paid, priceLowMicros, priceHighMicros }: Listing): string {
  const low = formatMicros(priceLowMicros)
  const range = priceLowMicros === priceHighMicros ? low : `${low} to ${formatMicros(priceHighMicros)}`
  const tiers = [...(free ? ['free tier'] : []), ...(paid ? [`${range} USD a call`] : [])]
  return tiers.join(', ')
}

/** One line that cannot pass for anything but words: publishers write what they like. */
function plain(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]+|\s+/gu, ' ')
    .replaceAll(/[[\]()<>`*_#|\\]/g, '')
    .trim()
    .slice(0, DESCRIPTION_LENGTH_MAX)
    .toWellFormed()
}
