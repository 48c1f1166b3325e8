import { hasFields } from '@mtg/primitives'

const SECRET_FIELD =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*password.*|.*secret.*|.*credential.*|.*token|api_?-?key|key|upstream_?key|client_?id|code|code_?verifier|pepper)$/i

/** Fields that look secret by name and are not: ids and error codes that logs live by. */
const PUBLIC_FIELD = new Set(['code', 'tokens', 'totaltokens', 'keyid', 'key_id'])

const SECRET_TEXT = [
  // API keys: keep the kind, hide the rest.
  /\b(v(?:nb|ai)-sk-)[A-Za-z0-9_-]+/g,
  // JSON Web Tokens: three base64url parts of which the first two start like a JSON object.
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
  // Whatever follows an authentication scheme.
  /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi,
  // Passwords inside connection URLs.
  /(\/\/[^/\s:@]+:)[^/\s@]+(?=@)/g,
  // Credentials in query strings.
  /([?&](?:client_id|client_secret|code|code_verifier|refresh_token|access_token|password|token|key)=)[^&\s"']+/gi,
]

const MASK = '[redacted]'
const DEPTH_MAX = 8

// A text that no pattern matches has none of these. Most texts do not, and logs are written on the path of every call.
const SUSPICIOUS = /v(?:nb|ai)-sk-|eyJ|bearer|basic|:\/\/|[?&][a-z_]+=/i

/** Whatever callers can put into a line is bounded here, once. */
const TEXT_LENGTH_MAX = 4096
/** More than is kept, so that what is masked is seen whole. */
const SEEN_LENGTH_MAX = 16_384
const ITEMS_MAX = 100

/** The text with everything that looks like a credential masked, and its end left out when it is very long. */
export function redactText(text: string): string {
  if (text.length <= TEXT_LENGTH_MAX) return maskText(text)
  const masked = maskText(text.slice(0, SEEN_LENGTH_MAX))
  return `${masked.slice(0, TEXT_LENGTH_MAX)}... [${text.length} characters]`
}

function maskText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  let result = text
  for (const pattern of SECRET_TEXT) {
    result = result.replace(pattern, (_match, kept) => (typeof kept === 'string' ? `${kept}${MASK}` : MASK))
  }
  return result
}

/** The value fit for logs: secret fields and credential-like texts masked, errors flattened, bigints as text. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (!hasFields(value)) return value
  if (depth >= DEPTH_MAX) return '[too deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return redactItems(value, depth)
  return redactFields(value, depth)
}

function redactItems(items: readonly unknown[], depth: number): unknown[] {
  const kept = items.slice(0, ITEMS_MAX).map(item => redact(item, depth + 1))
  return items.length <= ITEMS_MAX ? kept : [...kept, `[${items.length} items]`]
}

/** Most lines have nothing to mask: those are not copied. */
function redactFields(fields: Readonly<Record<string, unknown>>, depth: number): Readonly<Record<string, unknown>> {
  // What is more than its fields could be written as something else than them.
  let copy = Object.getPrototypeOf(fields) === Object.prototype ? undefined : { ...fields }
  const names = Object.keys(fields)
  if (names.length > ITEMS_MAX) return redactFields(firstOf(fields, names), depth)
  for (const field of names) {
    const value = fields[field]
    const safe = isSecretField(field) ? MASK : redact(value, depth + 1)
    if (safe === value) continue
    copy ??= { ...fields }
    copy[field] = safe
  }
  return copy ?? fields
}

function firstOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const kept = names.slice(0, ITEMS_MAX - 1).map(name => [name, fields[name]] as const)
  return { ...Object.fromEntries(kept), '...': `[${names.length} fields]` }
}

const FIELDS_KNOWN_MAX = 2000
const secretFields = new Map<string, boolean>()

/** Field names are few and come again with every line. */
function isSecretField(field: string): boolean {
  const known = secretFields.get(field)
  if (known !== undefined) return known
  const isSecret = SECRET_FIELD.test(field) && !PUBLIC_FIELD.has(field.toLowerCase())
  if (secretFields.size < FIELDS_KNOWN_MAX) secretFields.set(field, isSecret)
  return isSecret
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    ...redactFields({ ...Object.fromEntries(Object.entries(error)), cause: undefined }, depth + 1),
    ...(typeof error.stack === 'string' ? { stack: redactText(error.stack) } : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
