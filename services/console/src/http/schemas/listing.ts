import { formatMicros } from '@mtg/primitives'
import { type Static, type TSchema, Type } from 'typebox'
import type { ListedTier, ListedTool, Listing, MeasuredListing } from '../../domain/listing.ts'
import type { Quality } from '../../domain/quality.ts'
import { Amount, AppPath, Time } from './values.ts'

// Two types and not two schemas: what is written then looks at the value's type, and does not try one schema after the other.
const orNull = <Schema extends TSchema & { type: string }>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'], description })

const Limit = (what: string) => orNull(Type.Integer(), `${what}; null: no limit`)

const TierBody = Type.Object({
  price: Amount,
  perMinute: Limit('Calls in a minute'),
  perDay: Limit('Calls in a day'),
  monthly: Limit('Billable calls in a rolling window of 30 days'),
})

const JsonSchema = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Boolean(), Type.Null()], {
  description: 'JSON Schema, as the app’s own server told it; null where it did not',
})

const ToolPrice = orNull(Amount, 'Price of a call in the paid tier; null without one')

const AnnouncedBody = Type.Object({
  tool: orNull(Type.String(), 'Null: every tool that has no price of its own'),
  oldPrice: Amount,
  newPrice: Amount,
  announcedAt: Time,
  effectiveAt: Time,
})

const QualityBody = Type.Object(
  {
    status: Type.Union([Type.Literal('measured'), Type.Literal('too_few_buyers'), Type.Literal('unavailable')]),
    windowDays: orNull(Type.Integer(), 'Days looked back on, today included'),
    buyersMin: orNull(Type.Integer(), 'Of how many buyers an app needs paid calls before anything is told'),
    successRate: orNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      'Charged calls among these and those that failed by its fault',
    ),
    p50Ms: orNull(Type.Integer(), 'Half of the charged calls took at most so long, within 10 %'),
    p95Ms: orNull(Type.Integer(), '95 of 100 did'),
    refunds: orNull(Type.Integer(), 'Calls whose price was given back'),
    sampleSize: orNull(Type.Integer(), 'Calls that the rate is of'),
  },
  { description: 'Measured by paid calls of others than its publisher; null unless measured' },
)

const summary = {
  app: AppPath,
  publisher: Type.String(),
  name: Type.String(),
  adapter: Type.Union([Type.Literal('mcp'), Type.Literal('llm')]),
  url: Type.String({ format: 'uri', description: 'Where it is called' }),
  title: Type.String(),
  description: Type.String(),
  publisherState: Type.Union([Type.Literal('active'), Type.Literal('not_payable'), Type.Literal('no_credential')], {
    description:
      'not_payable: its publisher has no payout account, and paid calls are refused. no_credential: the gateway has none for its server, and no call can be made.',
  }),
  tiers: Type.Object({ free: Type.Optional(TierBody), paid: Type.Optional(TierBody) }),
  priceFrom: orNull(Amount, 'The cheapest call of the paid tier; null without one'),
  priceTo: orNull(Amount, 'The dearest one'),
  toolCount: Type.Integer(),
  promises: Type.Object({
    outputSchema: Type.Boolean({ description: 'Results of tools that have an output schema follow it' }),
    firstByteMs: orNull(Type.Integer(), 'The first byte of an answer comes within so many milliseconds'),
  }),
  charges: Type.Object({
    toolErrors: Type.Boolean({ description: 'Results with isError are charged' }),
    abandonedCalls: Type.Boolean({ description: 'Calls whose caller leaves before the answer are charged' }),
    tasks: Type.Union([Type.Literal('on_delivery'), Type.Literal('on_acceptance')], {
      description: 'When a call that becomes a task is charged',
    }),
  }),
  announcedPrices: Type.Array(AnnouncedBody),
  quality: QualityBody,
  createdAt: Time,
  updatedAt: Time,
}

/** An app in a list. */
export const ListedAppBody = Type.Object({
  ...summary,
  tools: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), price: ToolPrice }), {
    description: 'The first 10 of them',
  }),
})

/** An app by itself. */
export const AppBody = Type.Object({
  ...summary,
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      price: ToolPrice,
      announcedPrice: Type.Union([Type.Object({ price: Amount, effectiveAt: Time }), Type.Null()]),
      inputSchema: JsonSchema,
      outputSchema: JsonSchema,
    }),
  ),
  chargedWhen: Type.Array(Type.Object({ outcome: Type.String(), charged: Type.Boolean() }), {
    description:
      'What becomes of a call’s price, by how the call ends; in the free tier the same counts against the quota',
  }),
})

/** An app of a list, for an answer. */
export function shownInList({ listing, quality }: MeasuredListing, baseUrl: string) {
  return {
    ...shownSummary(listing, baseUrl),
    quality: shownQuality(quality),
    tools: listing.tools.map(({ name, title, priceMicros }) => ({ name, title, price: shownPrice(priceMicros) })),
  }
}

/** An app by itself, for an answer. */
export function shownApp({ listing, quality }: MeasuredListing, baseUrl: string) {
  return {
    ...shownSummary(listing, baseUrl),
    quality: shownQuality(quality),
    tools: listing.tools.map(tool => shownTool(tool, listing)),
    chargedWhen: chargedWhen(listing),
  }
}

function shownSummary(listing: Listing, baseUrl: string) {
  const { publisher, name, adapter, title, description, free, paid, toolCount } = listing
  return {
    app: `${publisher}/${name}`,
    publisher,
    name,
    adapter,
    url: `${baseUrl}/v1-beta/${adapter}/${publisher}/${name}`,
    title,
    description,
    publisherState: stateOf(listing),
    tiers: { ...(free && { free: shownTier(free) }), ...(paid && { paid: shownTier(paid) }) },
    priceFrom: paid === undefined ? null : formatMicros(listing.priceLowMicros),
    priceTo: paid === undefined ? null : formatMicros(listing.priceHighMicros),
    toolCount,
    promises: { outputSchema: listing.promisesOutputSchema, firstByteMs: listing.promisedFirstByteMs || null },
    charges: {
      toolErrors: listing.chargesToolErrors,
      abandonedCalls: listing.chargesAbandoned,
      tasks: listing.chargesTasksOnAcceptance ? ('on_acceptance' as const) : ('on_delivery' as const),
    },
    announcedPrices: listing.announcedPrices.map(({ tool, oldMicros, newMicros, announcedAt, effectiveAt }) => ({
      tool: tool ?? null,
      oldPrice: formatMicros(oldMicros),
      newPrice: formatMicros(newMicros),
      announcedAt: announcedAt.toISOString(),
      effectiveAt: effectiveAt.toISOString(),
    })),
    createdAt: listing.createdAt.toISOString(),
    updatedAt: listing.updatedAt.toISOString(),
  }
}

const RATE_DIGITS = 10_000

function shownQuality({ status, windowDays, buyersMin, figures }: Quality) {
  const sampleSize = figures && figures.chargedCount + figures.failedCount
  return {
    status,
    windowDays: windowDays ?? null,
    buyersMin: buyersMin ?? null,
    // Rounded down: 1 is told of an app none of whose calls failed.
    successRate: sampleSize ? Math.floor((figures.chargedCount / sampleSize) * RATE_DIGITS) / RATE_DIGITS : null,
    p50Ms: figures?.p50Ms ?? null,
    p95Ms: figures?.p95Ms ?? null,
    refunds: figures?.refundedCount ?? null,
    sampleSize: sampleSize ?? null,
  }
}

function stateOf({ hasCredential, payable }: Listing) {
  if (!hasCredential) return 'no_credential' as const
  return payable ? ('active' as const) : ('not_payable' as const)
}

function shownTier({ priceMicros, perMinute, perDay, monthly }: ListedTier) {
  return {
    price: formatMicros(priceMicros),
    perMinute: perMinute || null,
    perDay: perDay || null,
    monthly: monthly || null,
  }
}

function shownTool({ name, title, description, priceMicros, inputSchema, outputSchema }: ListedTool, listing: Listing) {
  const own = listing.announcedPrices.find(({ tool }) => tool === name)
  // A rise of the tier's price concerns each tool that costs what the tier does.
  const rise = own ?? (priceMicros === listing.paid?.priceMicros ? riseOfTier(listing) : undefined)
  return {
    name,
    title,
    description,
    price: shownPrice(priceMicros),
    announcedPrice: rise ? { price: formatMicros(rise.newMicros), effectiveAt: rise.effectiveAt.toISOString() } : null,
    inputSchema: schemaIn(inputSchema),
    outputSchema: schemaIn(outputSchema),
  }
}

const riseOfTier = ({ announcedPrices }: Listing) => announcedPrices.find(({ tool }) => tool === undefined)

const shownPrice = (micros: bigint | undefined) => (micros === undefined ? null : formatMicros(micros))

function schemaIn(schema: unknown): boolean | Record<string, unknown> | null {
  if (typeof schema === 'boolean') return schema
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : null
}

function chargedWhen(listing: Listing) {
  const { adapter, chargesToolErrors, chargesAbandoned, chargesTasksOnAcceptance } = listing
  const both = [
    { outcome: 'The app’s server answers with an error, in vain, too late or not at all', charged: false },
    { outcome: 'The gateway refuses the call', charged: false },
    { outcome: 'The caller leaves before the answer begins', charged: chargesAbandoned },
    { outcome: 'The caller leaves once the answer has begun', charged: true },
  ]
  if (adapter === 'llm') return [{ outcome: 'A completion with its usage is delivered', charged: true }, ...both]
  return [
    { outcome: 'A complete result of tools/call is delivered', charged: true },
    { outcome: 'The result has isError', charged: chargesToolErrors },
    { outcome: 'The result asks for more input', charged: false },
    { outcome: 'The call becomes a task', charged: chargesTasksOnAcceptance },
    { outcome: 'The result of a task is delivered', charged: !chargesTasksOnAcceptance },
    { outcome: 'Anything but tools/call', charged: false },
    ...both,
  ]
}
