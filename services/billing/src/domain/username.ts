const USERNAME = /^(?=.{3,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Names that could be taken for the gateway's own, or stand in its paths. */
const RESERVED: ReadonlySet<string> = new Set([
  'about',
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'app',
  'apps',
  'auth',
  'authorize',
  'billing',
  'catalog',
  'console',
  'docs',
  'gateway',
  'health',
  'help',
  'llm',
  'login',
  'logout',
  'mcp',
  'metering',
  'mtg',
  'null',
  'oauth',
  'official',
  'operator',
  'owner',
  'publisher',
  'publishers',
  'root',
  'security',
  'signup',
  'status',
  'support',
  'system',
  'tools',
  'undefined',
  'wallet',
  'well-known',
  'www',
])

/** Why nobody may choose this username, in words that go on from "username"; undefined when they may. */
export function usernameFault(username: string): string | undefined {
  if (!USERNAME.test(username)) return 'must have 3 to 32 lower-case letters, digits, and single hyphens between them'
  return RESERVED.has(username) ? 'is kept for the gateway itself' : undefined
}
