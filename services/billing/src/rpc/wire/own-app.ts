import type { billing } from '@mtg/contracts'
import { fieldLimits, invalidField, nameOf, textOf, toTimestamp } from '@mtg/rpc'
import {
  type AppListing,
  appBounds,
  type ListedTool,
  type OwnApp,
  type PublisherProfile,
} from '../../domain/own-app.ts'
import type { Rehearsal } from '../../domain/rehearsal.ts'

/** A publisher as its owner sees it, as a message. */
export function toProfileMessage(publisher: PublisherProfile): billing.PublisherProfile {
  return {
    publisherId: publisher.id,
    username: publisher.username,
    suspended: publisher.suspended,
    payoutConnected: publisher.payoutConnected,
    payoutAccount: publisher.payoutAccount ?? '',
    hasCredential: publisher.hasCredential,
    createdAt: toTimestamp(publisher.createdAt),
  }
}

/** An app as its publisher sees it, as a message. */
export function toOwnAppMessage({ entry, ...app }: OwnApp): billing.PublisherApp {
  const { published, upstreamUrl, tiers, tools, ...rest } = entry
  return {
    entry: {
      ...rest,
      unpublished: !published,
      upstream: upstreamUrl,
      promiseFirstByteMs: entry.promiseFirstByteMs ?? 0,
      tiers: tiers.map(tier => ({
        tier: tier.tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE',
        priceMicros: tier.priceMicros.toString(),
        perMinute: tier.perMinute.toString(),
        perDay: tier.perDay.toString(),
        monthly: tier.monthly.toString(),
      })),
      tools: tools.map(({ name, priceMicros }) => ({ name, priceMicros: priceMicros.toString() })),
    },
    version: app.version.toString(),
    title: app.title,
    tools: app.tools.map(tool => ({ ...tool, outputSchema: tool.outputSchema ?? '' })),
    probedAt: app.probedAt === null ? null : toTimestamp(app.probedAt),
    announced: app.announced.map(rise => ({
      tool: rise.tool,
      oldMicros: rise.oldMicros.toString(),
      newMicros: rise.newMicros.toString(),
      announcedAt: toTimestamp(rise.announcedAt),
      effectiveAt: toTimestamp(rise.effectiveAt),
    })),
    freeBuyerCount: app.freeBuyerCount.toString(),
    paidBuyerCount: app.paidBuyerCount.toString(),
    createdAt: toTimestamp(app.createdAt),
    updatedAt: toTimestamp(app.updatedAt),
  }
}

/** What a server said, within bounds, or `invalid_argument`. */
export function listingOf(listing: billing.AppListing__Output): AppListing {
  const { title, description, tools } = listing
  if (tools.length > appBounds.toolsMax) throw invalidField('tools', `must be at most ${appBounds.toolsMax}`)
  if (new Set(tools.map(tool => tool.name)).size < tools.length) {
    throw invalidField('tools', 'must have different names')
  }
  const listed = tools.map(listedToolOf)
  const bytes = listed.reduce((sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool)), 0)
  if (bytes > appBounds.listingBytesMax) {
    throw invalidField('tools', `must have at most ${appBounds.listingBytesMax} bytes`)
  }
  return {
    title: titleOf(title),
    description: proseOf(description, 'description', appBounds.descriptionLengthMax),
    tools: listed,
  }
}

/** A name for people, or `invalid_argument`. */
export function titleOf(title: string): string {
  if (title.length > appBounds.titleLengthMax) {
    throw invalidField('title', `must have at most ${appBounds.titleLengthMax} characters`)
  }
  return textOf(title, 'title', fieldLimits.credentialBytesMax)
}

function listedToolOf({ name, title, description, inputSchema, outputSchema }: billing.OwnTool__Output): ListedTool {
  if (Buffer.byteLength(description) > appBounds.toolDescriptionBytesMax) {
    throw invalidField('description', `of ${name} must have at most ${appBounds.toolDescriptionBytesMax} bytes`)
  }
  return {
    name: nameOf(name, 'tools.name'),
    title: titleOf(title),
    description: proseOf(description, `description of ${name}`, appBounds.toolDescriptionBytesMax),
    inputSchema: schemaOf(inputSchema, `input_schema of ${name}`),
    outputSchema: outputSchema === '' ? null : schemaOf(outputSchema, `output_schema of ${name}`),
  }
}

/** Lines and tabs are part of prose. */
const UNFIT_IN_PROSE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

function proseOf(text: string, field: string, lengthMax: number): string {
  if (text.length > lengthMax || UNFIT_IN_PROSE.test(text)) {
    throw invalidField(field, 'is too long, or has control characters')
  }
  return text
}

/** JSON that the database takes: an object, without NUL characters. */
function schemaOf(text: string, field: string): string {
  if (Buffer.byteLength(text) > appBounds.schemaBytesMax || text.includes('\\u0000')) {
    throw invalidField(field, `must have at most ${appBounds.schemaBytesMax} bytes, and no NUL`)
  }
  try {
    const schema: unknown = JSON.parse(text)
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return text
  } catch {
    // The same answer as for any other value that is no object.
  }
  throw invalidField(field, 'must be a JSON object')
}

/** What prices would have come to, as a message. */
export function toRehearsalMessage(rehearsal: Rehearsal): billing.RehearsePricesResponse {
  const { cappedBuyerCount, shortBuyerCount } = rehearsal
  return {
    from: toTimestamp(rehearsal.from),
    to: toTimestamp(rehearsal.to),
    callCount: rehearsal.callCount.toString(),
    buyerCount: String(rehearsal.buyerCount),
    beforeMicros: rehearsal.beforeMicros.toString(),
    afterMicros: rehearsal.afterMicros.toString(),
    countsTold: cappedBuyerCount !== undefined && shortBuyerCount !== undefined,
    cappedBuyerCount: String(cappedBuyerCount ?? 0),
    shortBuyerCount: String(shortBuyerCount ?? 0),
  }
}
