import { appError } from '@mtg/errors'
import { formatMicros, parseMicros } from '@mtg/primitives'
import { type Static, Type } from 'typebox'
import type { AppTool, AppWish, OwnApp, Promises, TierTerms } from '../../domain/publisher.ts'
import { Amount, AmountInput, closed, Time, Version } from './values.ts'

/** The name of an app. */
export const AppName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', examples: ['search'] })

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: '0: no call passes' })
const limits = { perMinute: Count, perDay: Count, monthly: Count }
const ToolName = Type.String({ minLength: 1, maxLength: 256 })
const Adapter = Type.Union([Type.Literal('mcp'), Type.Literal('llm')])
const ChargeTasks = Type.Union([Type.Literal('completion'), Type.Literal('acceptance')])
const TOOLS_MAX = 500
const TIMEOUT_MS_MAX = 600_000

/** Prices of a rehearsal or an app, by tool. */
export const ToolPricesInput = Type.Record(ToolName, Type.Object({ price: AmountInput }, closed), {
  maxProperties: TOOLS_MAX,
})

const ReadOnly = Type.Optional(Type.Unknown({ description: 'Not read: what the answer has may be sent back' }))

/** An app as it is put: as in the marketplace file. */
export const AppInput = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 64, description: 'That of the path, if at all' })),
    adapter: Adapter,
    upstream: Type.String({ minLength: 1, maxLength: 2048, examples: ['https://tools.example.com/mcp'] }),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: TIMEOUT_MS_MAX, default: 30_000 })),
    title: Type.Optional(Type.String({ maxLength: 200, description: 'Empty: what its server says' })),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Empty: what its server says' })),
    published: Type.Optional(Type.Boolean({ default: true })),
    chargeToolErrors: Type.Optional(Type.Boolean({ default: false })),
    chargeAbandoned: Type.Optional(Type.Boolean({ default: false })),
    chargeTasks: Type.Optional(ChargeTasks),
    promises: Type.Optional(
      Type.Object(
        {
          outputSchema: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'Results follow the output schema of their tool, or are free',
            }),
          ),
          firstByteMs: Type.Optional(
            Type.Union([Type.Integer({ minimum: 1, maximum: TIMEOUT_MS_MAX }), Type.Null()], {
              description: 'An answer begins within so many milliseconds, or is free; null: nothing is promised',
            }),
          ),
        },
        { ...closed, description: 'What is not kept is not charged. Left out: nothing is promised' },
      ),
    ),
    tiers: Type.Object(
      {
        free: Type.Optional(Type.Object(limits, closed)),
        paid: Type.Optional(Type.Object({ price: AmountInput, ...limits }, closed)),
      },
      { ...closed, minProperties: 1 },
    ),
    tools: Type.Optional(ToolPricesInput),
    url: ReadOnly,
    version: ReadOnly,
    listing: ReadOnly,
    priceChanges: ReadOnly,
    buyers: ReadOnly,
    createdAt: ReadOnly,
    updatedAt: ReadOnly,
  },
  closed,
)

const ShownTool = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  inputSchema: Type.Unknown({ description: 'JSON Schema' }),
  outputSchema: Type.Unknown({ description: 'JSON Schema; null: its server says nothing of results' }),
})

/** An app as it is shown to its publisher. */
export const AppBody = Type.Object({
  name: AppName,
  url: Type.String({ description: 'Where buyers call it' }),
  version: Version,
  adapter: Adapter,
  upstream: Type.String(),
  timeoutMs: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  published: Type.Boolean(),
  chargeToolErrors: Type.Boolean(),
  chargeAbandoned: Type.Boolean(),
  chargeTasks: ChargeTasks,
  promises: Type.Object({
    outputSchema: Type.Boolean(),
    firstByteMs: Type.Union([Type.Integer(), Type.Null()]),
  }),
  tiers: Type.Object({
    free: Type.Optional(Type.Object(limits)),
    paid: Type.Optional(Type.Object({ price: Amount, ...limits })),
  }),
  tools: Type.Record(Type.String(), Type.Object({ price: Amount })),
  listing: Type.Object(
    { probedAt: Type.Union([Time, Type.Null()]), tools: Type.Array(ShownTool) },
    { description: 'What its server said; of a list without its tools' },
  ),
  priceChanges: Type.Array(
    Type.Object({
      tool: Type.Union([Type.String(), Type.Null()], { description: 'Null: the price of the tier' }),
      from: Amount,
      to: Amount,
      announcedAt: Time,
      effectiveAt: Time,
    }),
    { description: 'Rises that do not hold yet: until then `from` is charged' },
  ),
  buyers: Type.Object({ free: Type.Integer(), paid: Type.Integer() }),
  createdAt: Time,
  updatedAt: Time,
})

const TIMEOUT_MS = 30_000

/** The app that a request puts. */
export function appIn(name: string, input: Static<typeof AppInput>): AppWish {
  const { adapter, upstream, tiers } = input
  return {
    name,
    adapter,
    upstream,
    timeoutMs: input.timeoutMs ?? TIMEOUT_MS,
    title: input.title ?? '',
    description: input.description ?? '',
    isPublished: input.published ?? true,
    chargeToolErrors: input.chargeToolErrors ?? false,
    chargeAbandoned: input.chargeAbandoned ?? false,
    chargeTasks: input.chargeTasks ?? 'completion',
    promises: promisesIn(input),
    free: tiers.free,
    paid: tiers.paid && { ...termsOf(tiers.paid), priceMicros: parseMicros(tiers.paid.price) },
    tools: toolPricesIn(input.tools),
  }
}

function promisesIn({ adapter, promises }: Static<typeof AppInput>): Promises {
  const { outputSchema = false, firstByteMs } = promises ?? {}
  if (outputSchema && adapter === 'llm') {
    const message = 'Only tools have output schemas: an app of chat completions cannot promise to follow them.'
    throw appError('invalid_argument', { message, field: '/promises/outputSchema' })
  }
  return { outputSchema, firstByteMs: firstByteMs ?? undefined }
}

/** Prices by tool, micro-USD. */
export function toolPricesIn(tools: Static<typeof ToolPricesInput> = {}): Map<string, bigint> {
  return new Map(Object.entries(tools).map(([tool, { price }]) => [tool, parseMicros(price)]))
}

const termsOf = ({ perMinute, perDay, monthly }: TierTerms): TierTerms => ({ perMinute, perDay, monthly })

/** An app for an answer. */
export function shownApp(app: OwnApp, username: string, baseUrl: string): Static<typeof AppBody> {
  const { name, adapter, free, paid } = app
  return {
    name,
    url: `${baseUrl}/v1-beta/${adapter}/${username}/${name}`,
    version: Number(app.version),
    adapter,
    upstream: app.upstream,
    timeoutMs: app.timeoutMs,
    title: app.title,
    description: app.description,
    published: app.isPublished,
    chargeToolErrors: app.chargeToolErrors,
    chargeAbandoned: app.chargeAbandoned,
    chargeTasks: app.chargeTasks,
    promises: { outputSchema: app.promises.outputSchema, firstByteMs: app.promises.firstByteMs ?? null },
    tiers: {
      ...(free && { free: termsOf(free) }),
      ...(paid && { paid: { price: formatMicros(paid.priceMicros), ...termsOf(paid) } }),
    },
    tools: Object.fromEntries([...app.tools].map(([tool, price]) => [tool, { price: formatMicros(price) }])),
    listing: { probedAt: app.probedAt?.toISOString() ?? null, tools: app.listedTools.map(shownTool) },
    priceChanges: app.announced.map(rise => ({
      tool: rise.tool ?? null,
      from: formatMicros(rise.oldMicros),
      to: formatMicros(rise.newMicros),
      announcedAt: rise.announcedAt.toISOString(),
      effectiveAt: rise.effectiveAt.toISOString(),
    })),
    buyers: { free: app.buyers.free, paid: app.buyers.paid },
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
  }
}

function shownTool({ name, title, description, inputSchema, outputSchema }: AppTool) {
  const output: unknown = outputSchema === '' ? null : JSON.parse(outputSchema)
  return { name, title, description, inputSchema: JSON.parse(inputSchema) as unknown, outputSchema: output }
}
