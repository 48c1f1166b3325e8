import { hasFields } from '@mtg/primitives'
import { oauthError } from './oauth-error.ts'

/** The parameters of one request. Empty ones count as left out (RFC 6749 section 3.1). */
export type Parameters = ReadonlyMap<string, string>

const PARAMETERS_MAX = 64
const NAME_LENGTH_MAX = 256

/**
 * Reads a query string or form body. A parameter that comes twice is refused, known or not: two readers of such a
 * request may believe different values. So is what does not decode, since `state` must go back unchanged.
 */
export function parseForm(text: string): Parameters {
  const pairs = text
    .split('&')
    .filter(pair => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    })
  return collect(pairs)
}

/** Reads a JSON body: one object. Members that are not texts are refused by `requireText` or ignored. */
export function parseJson(text: string): Parameters {
  const body = parseObject(text)
  const names = topLevelNames(text)
  if (new Set(names).size !== names.length) throw duplicated()
  const pairs = Object.entries(body).filter(([, value]) => value !== null)
  for (const [name, value] of pairs) {
    if (KNOWN.has(name) && typeof value !== 'string') {
      throw oauthError('invalid_request', { description: `${name} must be a string.` })
    }
  }
  return collect(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

/** The value of a parameter that must be there. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw oauthError('invalid_request', { description: `${name} is missing.` })
  return value
}

/** Parameters that some grant reads. */
const KNOWN = new Set([
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
])

function collect(pairs: readonly [string, string][]): Parameters {
  if (pairs.length > PARAMETERS_MAX) throw oauthError('invalid_request', { description: 'Too many parameters.' })
  const parameters = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (name.length > NAME_LENGTH_MAX) throw oauthError('invalid_request', { description: 'A name is too long.' })
    if (parameters.has(name)) throw duplicated()
    parameters.set(name, value)
  }
  return new Map([...parameters].filter(([, value]) => value !== ''))
}

function duplicated(): Error {
  return oauthError('invalid_request', { description: 'A parameter was sent more than once.' })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw oauthError('invalid_request', { description: 'The parameters are not valid percent-encoded UTF-8.' })
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (hasFields(value) && !Array.isArray(value)) return value
  } catch {
    // Falls through to the refusal.
  }
  throw oauthError('invalid_request', { description: 'The body is not a JSON object.' })
}

/** Names of the outermost object's members, repeated ones included: JSON.parse would keep only the last. */
function topLevelNames(validJson: string): string[] {
  const names: string[] = []
  let depth = 0
  for (const [token, string, colon] of validJson.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (string !== undefined) {
      if (depth === 1 && colon !== undefined) names.push(String(JSON.parse(string)))
    } else depth += token === '{' || token === '[' ? 1 : -1
  }
  return names
}
