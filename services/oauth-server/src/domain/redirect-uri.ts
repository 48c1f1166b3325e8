const LENGTH_MAX = 2048
// What RFC 3986 allows, without fragments. Backslashes, spaces and other letters are where URL parsers disagree.
const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/
// Letters, digits and hyphens between dots, or an IPv6 address; beyond what RFC 3986 allows a host could say more to a
// browser than where it is: ";" and "," mean something in a Content-Security-Policy.
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::\d{0,5})?$/i
const CSP_SOURCE = /^https?:\/\/[a-z0-9._-]+(?::\d+)?$/
const SPLIT = /^(https?):\/\/([^/?]+)([^?]*)(?:\?(.*))?$/i
/** A client could not tell these from what we add. */
const OUR_PARAMETERS = new Set(['code', 'state', 'iss', 'error', 'error_description'])
const DOT_SEGMENT = /\/(\.|%2e){1,2}(;[^/]*)?(\/|$)/i
const ENCODED_SEPARATOR = /%(00|0a|0d|2f|5c)/i

/** A redirect URI that was checked: use the text as it is, and the URL only to show or to list its origin. */
export interface RedirectUri {
  readonly text: string
  readonly url: URL
}

/** The redirect URI if it is safe to send a browser there; undefined otherwise. */
export function parseRedirectUri(text: string): RedirectUri | undefined {
  const [, , authority, path, query] = SPLIT.exec(text) ?? []
  if (text.length > LENGTH_MAX || !PLAIN.test(text) || !URL.canParse(text)) return undefined
  if (authority === undefined || path === undefined || !AUTHORITY.test(authority)) return undefined
  if (DOT_SEGMENT.test(path) || ENCODED_SEPARATOR.test(path)) return undefined
  const url = new URL(text)
  const names = query === undefined ? [] : [...url.searchParams.keys()]
  if (url.hostname === '' || names.some(name => OUR_PARAMETERS.has(name))) return undefined
  return { text, url }
}

/** The URI with the answer's parameters added; its own text stays byte for byte. */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = Object.entries(parameters)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  if (!redirectUri.includes('?')) return `${redirectUri}?${added}`
  return /[?&]$/.test(redirectUri) ? redirectUri + added : `${redirectUri}&${added}`
}

/** The source for CSP `form-action` that lets the browser follow the redirect after the form was sent. */
export function cspSourceOf(redirectUri: RedirectUri): string {
  const { origin, protocol } = redirectUri.url
  // CSP cannot name an IPv6 address, so its scheme has to do.
  return CSP_SOURCE.test(origin) ? origin : protocol
}

/** Whether what is sent there cannot be read on the way: TLS, or no way at all. */
export function isPrivateChannel({ url }: RedirectUri): boolean {
  return url.protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
