/** Where buyers ask for their own usage. */
export const USAGE_PATH = '/v1-beta/usage'
/** Where callers ask what a call would cost, and whether it would pass. */
export const QUOTE_PATH = '/api/v1/quote'
/** Where whatever watches over the gateway asks how it is. */
export const HEALTH_PATH = '/health'
/** Events of payment processors: billing's. */
export const WEBHOOK_PATHS = ['/v1-beta/webhooks/*']
/** Checkout pages of the built-in payment processor: billing's. */
export const CHECKOUT_PATHS = ['/v1-beta/checkout/*']
/** Paths that oauth-server answers. */
export const OAUTH_PATHS = ['/oauth/*', '/authorize', '/authorize/*', '/.well-known/*']

/** The console's API, and its description for programs and for people. */
export const API_PATHS = ['/api/v1/*', '/openapi.json', '/openapi.html']

/** Where programs that know only the origin find what is offered: the console's. */
export const DISCOVERY_PATHS = [
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/llms.txt',
  '/v0.1/servers',
  '/v0.1/servers/*',
]

const OAUTH_PREFIXES = ['/oauth/', '/authorize', '/.well-known/']

/** Whether an error on this path is told in OAuth's words. */
export function isOauthPath(path: string): boolean {
  return OAUTH_PREFIXES.some(prefix => path.startsWith(prefix)) && !DISCOVERY_PATHS.includes(path)
}

/** The raw path of a request target. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}
