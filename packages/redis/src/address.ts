/** One server of a list. */
interface RedisNode {
  readonly host: string
  readonly port: number
}

/** Who connects, and how. */
export interface RedisLogin {
  readonly username?: string
  readonly password?: string
  readonly tls: boolean
}

/** Where Redis is: one server, a master that Sentinels know, or a Cluster. */
export type RedisAddress =
  | { readonly mode: 'single'; readonly url: string }
  | {
      readonly mode: 'sentinel'
      readonly nodes: readonly RedisNode[]
      readonly masterName: string
      readonly database: number
      /** Password of the Sentinels themselves. */
      readonly sentinelPassword?: string
      readonly login: RedisLogin
    }
  | { readonly mode: 'cluster'; readonly nodes: readonly RedisNode[]; readonly login: RedisLogin }

/** The forms that `parseRedisUrl` takes, for descriptions of settings. */
export const REDIS_URL_FORMS =
  'redis://host:6379/0, redis+sentinel://host:26379,host:26379/master-name/0 or redis+cluster://host:6379,host:6379 (rediss... with TLS; user:password@ before the first host)'

const LIST_FORM =
  /^(?<scheme>rediss?)\+(?<mode>sentinel|cluster):\/\/(?:(?<login>[^@/]*)@)?(?<nodes>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/
const NODE_FORM = /^(?<host>\[[0-9a-fA-F:]+\]|[^:\s]+)(?::(?<port>\d{1,5}))?$/
const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379
const PORT_MAX = 65_535

/** Whether `parseRedisUrl` takes it. */
export function isRedisUrl(text: string): boolean {
  try {
    parseRedisUrl(text)
    return true
  } catch {
    return false
  }
}

/** Reads a URL of one of `REDIS_URL_FORMS`. Throws an Error that does not quote it: it may hold a password. */
export function parseRedisUrl(text: string): RedisAddress {
  const groups = LIST_FORM.exec(text)?.groups
  if (groups === undefined) return parseSingle(text)
  const login = loginOf(groups.scheme === 'rediss', groups.login)
  if (groups.mode === 'cluster') {
    if (groups.path || groups.query) throw new Error('a Redis Cluster has no databases and no options')
    return { mode: 'cluster', nodes: nodesOf(groups.nodes, REDIS_PORT), login }
  }
  const [masterName = '', database = '0', ...rest] = (groups.path ?? '').split('/')
  if (masterName === '' || rest.length > 0 || !/^\d+$/.test(database)) throw new Error('must end with /master-name[/0]')
  const sentinelPassword = new URLSearchParams(groups.query).get('sentinelPassword')
  return {
    mode: 'sentinel',
    nodes: nodesOf(groups.nodes, SENTINEL_PORT),
    masterName: decodeURIComponent(masterName),
    database: Number(database),
    ...(sentinelPassword !== null && { sentinelPassword }),
    login,
  }
}

function parseSingle(text: string): RedisAddress {
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw new Error('must be redis://, or a list of servers')
  return { mode: 'single', url: text }
}

function loginOf(tls: boolean, userInfo = ''): RedisLogin {
  const [username = '', ...rest] = userInfo.split(':')
  const password = rest.join(':')
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    tls,
  }
}

function nodesOf(list = '', defaultPort: number): RedisNode[] {
  return list.split(',').map(text => {
    const groups = NODE_FORM.exec(text.trim())?.groups
    const port = Number(groups?.port ?? defaultPort)
    if (groups?.host === undefined || port > PORT_MAX) throw new Error('must be a list of host:port')
    return { host: groups.host.replace(/^\[|\]$/g, ''), port }
  })
}
