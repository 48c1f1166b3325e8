import { appError } from '@mtg/errors'
import { LRUCache } from 'lru-cache'
import { adapterNamed, adapterNames } from '../adapters/adapters.ts'
import { llmAdapter } from '../adapters/llm/adapter.ts'
import type { AppAddress } from '../call/arrival.ts'

/** Names of publishers and apps, as the marketplace knows them. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const ADAPTER = /^[A-Za-z0-9_-]{1,32}$/
/** What an OpenAI client appends to the base URL that it was given. */
const CHAT_SUFFIX = '/chat/completions'
const PREFIX = '/v1-beta/'

/** A protocol of the contract that has no adapter yet. */
const A2A = 'a2a'

const PATHS_MAX = 10_000

const CALL_PREFIXES = adapterNames.map(name => `${PREFIX}${name}/`)

/** Paths read before: few apps get most of the calls. */
const known = new LRUCache<string, AppAddress>({ max: PATHS_MAX })

/**
 * The app that a path addresses. It is read from the raw bytes of the request target: nothing is decoded and no dots
 * are resolved, so that no two readers can see two apps in it. Throws invalid_path, not_found or protocol_not_supported.
 */
export function matchApp(path: string): AppAddress {
  const found = known.get(path)
  if (found !== undefined) return found
  // A copy: the path may be a piece of a long request target, which it would keep in memory.
  const own = Buffer.from(path).toString()
  const app = readPath(own)
  known.set(own, app)
  return app
}

function readPath(path: string): AppAddress {
  const segments = path.slice(PREFIX.length).split('/')
  const [adapterName = '', username = '', appName = ''] = segments
  const isWellFormed = path.startsWith(PREFIX) && ADAPTER.test(adapterName) && isName(username) && isName(appName)
  if (!isWellFormed) throw appError('invalid_path')
  // Spec "Metering": A2A is not live, which is no reason to say that there is no such thing.
  if (adapterName === A2A && segments.length === 3) throw appError('protocol_not_supported')
  // Spec "Routing": unknown adapters answer 404 before invalid_adapter_type.
  const adapter = adapterNamed(adapterName)
  const isChat = segments.length === 5 && path.endsWith(CHAT_SUFFIX) && adapter === llmAdapter
  if (segments.length !== 3 && !isChat) throw appError('invalid_path')
  if (adapter === undefined) throw appError('not_found')
  const name = `${username}/${appName}`
  return { adapter, username, appName, name, path: isChat ? path.slice(0, -CHAT_SUFFIX.length) : path }
}

/** Whether a publisher or app may be called so in a path. */
export const isName = (text: string): boolean => NAME.test(text) && !text.includes('..')

/** Whether a request target can only be an app's: it names an adapter that there is. */
export function isCallPath(target: string): boolean {
  return CALL_PREFIXES.some(prefix => target.startsWith(prefix))
}

/** Whether a path is one of those that `matchApp` has to answer for. */
export function isAppPath(path: string): boolean {
  return path.startsWith(PREFIX) || path === PREFIX.slice(0, -1)
}
