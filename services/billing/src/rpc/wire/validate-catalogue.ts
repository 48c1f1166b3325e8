import type { billing } from '@mtg/contracts'
import { fieldLimits, int64Of, invalidField, nameOf, textOf, timeMsOf, uuidOf } from '@mtg/rpc'
import { statusOf } from './purchase.ts'
import { tierOf } from './tier.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const URL_BYTES_MAX = 2048
const TIMEOUT_MS_MAX = 600_000
const DESCRIPTION_LENGTH_MAX = 2000
/** Lines and tabs are part of prose. */
const UNFIT_IN_PROSE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

/** Throws `invalid_argument` for the first entry that no database state could make right. */
export function validateCatalogueMessage(request: billing.ApplyCatalogRequest__Output): void {
  requireUnique(
    request.publishers.map(publisher => publisher.username),
    'publisher',
  )
  for (const publisher of request.publishers) {
    validateName(publisher.username, 'username')
    textOf(publisher.apiKey, `api_key of ${publisher.username}`, fieldLimits.credentialBytesMax)
    requireUnique(
      publisher.apps.map(app => app.name),
      `app of ${publisher.username}`,
    )
    for (const app of publisher.apps) validateApp(app, `${publisher.username}/${app.name}`)
  }
  for (const buyer of request.buyers) validateBuyer(buyer, request.validateOnly)
}

/** Throws `invalid_argument` for what no app may be. */
export function validateApp(app: billing.AppEntry__Output, label: string): void {
  validateName(app.name, 'app name')
  if (app.adapter !== 'mcp' && app.adapter !== 'llm') throw invalidField('adapter', `of ${label} must be mcp or llm`)
  textOf(app.upstream, `upstream of ${label}`, URL_BYTES_MAX)
  if (!URL.canParse(app.upstream) || !/^https?:$/.test(new URL(app.upstream).protocol)) {
    throw invalidField('upstream', `of ${label} must be an http or https URL`)
  }
  if (app.timeoutMs < 1 || app.timeoutMs > TIMEOUT_MS_MAX) {
    throw invalidField('timeout_ms', `of ${label} must be 1 to ${TIMEOUT_MS_MAX}`)
  }
  validateDescription(app.description, label)
  validatePromises(app, label)
  if (app.tiers.length === 0) throw invalidField('tiers', `of ${label}: at least one is needed`)
  requireUnique(
    app.tiers.map(tier => tier.tier),
    `tier of ${label}`,
  )
  requireUnique(
    app.tools.map(tool => tool.name),
    `tool of ${label}`,
  )
  for (const tier of app.tiers) validateTier(tier, label)
  for (const tool of app.tools) {
    nameOf(tool.name, `tool of ${label}`)
    validatePrice(tool.priceMicros, `price of tool ${tool.name} of ${label}`)
  }
  if (app.tools.length > 0 && !app.tiers.some(tier => tier.tier === 'TIER_PAID')) {
    throw invalidField('tools', `of ${label} have prices, which needs a paid tier`)
  }
}

function validateDescription(description: string, label: string): void {
  if (description.length > DESCRIPTION_LENGTH_MAX) {
    throw invalidField('description', `of ${label} must have at most ${DESCRIPTION_LENGTH_MAX} characters`)
  }
  if (UNFIT_IN_PROSE.test(description)) {
    throw invalidField('description', `of ${label} must not have control characters or broken ones`)
  }
}

function validatePromises(app: billing.AppEntry__Output, label: string): void {
  if (app.promiseFirstByteMs < 0 || app.promiseFirstByteMs > TIMEOUT_MS_MAX) {
    throw invalidField('promise_first_byte_ms', `of ${label} must be 0 to ${TIMEOUT_MS_MAX}`)
  }
  if (app.promiseOutputSchema && app.adapter !== 'mcp') {
    throw invalidField('promise_output_schema', `of ${label} needs tools, which mcp alone has`)
  }
}

function validateTier(tier: billing.TierEntry__Output, label: string): void {
  tierOf(tier.tier, `of ${label} is missing`)
  validatePrice(tier.priceMicros, `priceMicros of ${label}`)
  for (const field of ['perMinute', 'perDay', 'monthly'] as const) validateAmount(tier[field], `${field} of ${label}`)
  if (tier.tier === 'TIER_FREE' && tier.priceMicros !== '0') {
    throw invalidField('price', `of the free tier of ${label} must be 0`)
  }
}

function validateBuyer(buyer: billing.BuyerAccountEntry__Output, validateOnly: boolean): void {
  textOf(buyer.email, 'email', fieldLimits.emailBytesMax)
  if (buyer.buyerId === '' && !validateOnly) throw invalidField('buyer_id', `of ${buyer.email} is missing`)
  if (buyer.buyerId !== '') uuidOf(buyer.buyerId, `buyer_id of ${buyer.email}`)
  validateAmount(buyer.openingBalanceMicros, `opening balance of ${buyer.email}`)
  requireUnique(
    buyer.purchases.map(purchase => purchase.app),
    `purchase of ${buyer.email}`,
  )
  for (const purchase of buyer.purchases) {
    textOf(purchase.app, `app of a purchase of ${buyer.email}`, 2 * fieldLimits.nameBytesMax)
    const label = `of ${purchase.app} by ${buyer.email}`
    timeMsOf(purchase.startedAt, `started_at ${label}`)
    tierOf(purchase.tier, `${label} is missing`)
    statusOf(purchase.status, `${label} is missing`)
    validateAmount(purchase.used, `used ${label}`)
  }
}

function validateName(name: string, field: string): void {
  if (!NAME.test(name)) {
    throw invalidField(
      field,
      `"${name}" must have 1 to 64 letters, digits, dots, - or _, and start with a letter or digit`,
    )
  }
}

function validateAmount(text: string, field: string): void {
  int64Of(text, field)
}

/** What a call may cost is what metering can record of it. */
/** Throws `invalid_argument` for what no price may be. */
export function validatePrice(text: string, field: string): void {
  int64Of(text, field, 0n, fieldLimits.amountMicrosMax)
}

function requireUnique(values: string[], what: string): void {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) throw invalidField(what, `"${value}" stands in the file twice`)
    seen.add(value)
  }
}
