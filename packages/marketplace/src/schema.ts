import { z } from 'zod'
import { keyLimitsSchema } from './key-limits.ts'
import { amount, isAppReference, NAME, time } from './values.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/
const EMAIL_LENGTH_MAX = 254
const API_KEY = /^(vnb-sk-|vai-sk-)[A-Za-z0-9_-]{8,200}$/
/** Scope tokens of RFC 6749 section 3.3, single spaces between. */
const SCOPE = /^([\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*)?$/
const KEY_NAME_LENGTH_MAX = 100
const PASSWORD_LENGTH_MAX = 1024
const TIMEOUT_MS_MAX = 600_000
const DESCRIPTION_LENGTH_MAX = 2000
/** Lines and tabs are part of prose. */
const UNFIT_IN_PROSE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

/** Scope of a key that names none, and has no parent in the file whose scope it would get. */
const DEFAULT_SCOPE = 'mcp:tools llm:completions'

const name = z.string().regex(NAME, 'must have 1 to 64 letters, digits, dots, - or _, and start with a letter or digit')
const email = z.string().max(EMAIL_LENGTH_MAX).regex(EMAIL, 'must be an e-mail address')
const password = z.string().min(1, 'must not be empty').max(PASSWORD_LENGTH_MAX)
const status = z.enum(['active', 'suspended']).default('active')
const count = z.int('must be a whole number').min(0, 'must not be negative')

const upstream = z.string().superRefine((text, context) => {
  const fault = upstreamFault(text)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

function upstreamFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL'
  const { protocol, username, password: secret, hash } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https URL'
  if (username !== '' || secret !== '') return 'must not contain credentials: use apiKey'
  return hash === '' ? undefined : 'must not have a fragment'
}

/** A list that may be left out or left empty. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform(items => items ?? [])

const limits = { perMinute: count, perDay: count, monthly: count }

const app = z.strictObject({
  name,
  description: z
    .string()
    .max(DESCRIPTION_LENGTH_MAX)
    .refine(text => !UNFIT_IN_PROSE.test(text), 'must not have control characters')
    .default(''),
  published: z.boolean().default(true),
  adapter: z.enum(['mcp', 'llm']),
  upstream,
  timeoutMs: z.int('must be a whole number').min(1).max(TIMEOUT_MS_MAX).default(30_000),
  chargeToolErrors: z.boolean().default(false),
  chargeAbandoned: z.boolean().default(false),
  chargeTasks: z.enum(['completion', 'acceptance']).default('completion'),
  promises: z
    .strictObject({
      outputSchema: z.boolean().default(false),
      firstByteMs: z.int('must be a whole number').min(1).max(TIMEOUT_MS_MAX).optional(),
    })
    .default({ outputSchema: false }),
  tiers: z
    .strictObject({
      free: z.strictObject(limits).optional(),
      paid: z.strictObject({ price: amount, ...limits }).optional(),
    })
    .refine(({ free, paid }) => free !== undefined || paid !== undefined, 'must offer free, paid or both'),
  tools: z.record(z.string().min(1), z.strictObject({ price: amount })).default({}),
})

const publisher = z.strictObject({
  username: name,
  email: email.optional(),
  password: password.optional(),
  status,
  payout: z.enum(['connected', 'none']).default('none'),
  apiKey: z
    .string()
    .regex(/^[\x21-\x7E]+$/, 'must be printable ASCII without spaces')
    .optional(),
  apps: list(app),
})

const keyName = z.string().max(KEY_NAME_LENGTH_MAX).regex(/\S/, 'must not be empty')

const key = z.strictObject({
  name: keyName,
  key: z.string().regex(API_KEY, 'must be vnb-sk- or vai-sk- and 8 to 200 letters, digits, - or _').optional(),
  scope: z.string().regex(SCOPE, 'must be a list of scopes with single spaces between').optional(),
  revoked: z.boolean().default(false),
  parent: keyName.optional(),
  limits: keyLimitsSchema.default({}),
})

const purchase = z.strictObject({
  app: z.string().refine(isAppReference, 'must be "publisher/app"'),
  tier: z.enum(['free', 'paid']),
  status: z.enum(['active', 'inactive', 'expired', 'cancelled']).default('active'),
  startedAt: time.optional(),
  renews: z.boolean().default(true),
  used: count.default(0),
})

const buyer = z.strictObject({
  email,
  password: password.optional(),
  status,
  wallet: amount.default(0n),
  keys: list(key).transform(withScopes),
  purchases: list(purchase),
})

/** A key that says no scope has that of the nearest key above it that says one. Circles are a contradiction, found elsewhere. */
function withScopes(keys: readonly z.infer<typeof key>[]) {
  const byName = new Map(keys.map(one => [one.name, one]))
  const scopeOf = (start: z.infer<typeof key>): string => {
    const seen = new Set<string>()
    for (let one: typeof start | undefined = start; one !== undefined && !seen.has(one.name); ) {
      if (one.scope !== undefined) return one.scope
      seen.add(one.name)
      one = one.parent === undefined ? undefined : byName.get(one.parent)
    }
    return DEFAULT_SCOPE
  }
  return keys.map(one => ({ ...one, scope: scopeOf(one) }))
}

/** The marketplace file, as the running contract has it; amounts become micro-USD. */
export const marketplaceSchema = z.strictObject({ publishers: list(publisher), buyers: list(buyer) })

/** What a marketplace file says. */
export type MarketplaceContent = z.infer<typeof marketplaceSchema>

/** A publisher of a marketplace file. */
export type MarketplacePublisher = MarketplaceContent['publishers'][number]

/** An app of a marketplace file. */
export type MarketplaceApp = MarketplacePublisher['apps'][number]

/** A key of a buyer of a marketplace file. */
export type MarketplaceKey = MarketplaceContent['buyers'][number]['keys'][number]

/** A buyer of a marketplace file. */
export type MarketplaceBuyer = MarketplaceContent['buyers'][number]
