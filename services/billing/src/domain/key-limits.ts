import type { BuyerId, KeyId } from '@mtg/primitives'

/** The same tool with the same arguments may be called so many times within so many seconds. */
export interface LoopLimit {
  readonly calls: number
  readonly seconds: number
}

/** What a key may call: apps as "publisher/app", tools as "publisher/app#tool". Both empty: everything. */
export interface KeyLists {
  readonly apps: readonly string[]
  readonly tools: readonly string[]
}

/** Limits of a key; null: none. Those of every key above it bind its calls too. */
export interface KeyLimits extends KeyLists {
  readonly totalMicros: bigint | null
  readonly perDayMicros: bigint | null
  readonly per30DaysMicros: bigint | null
  readonly maxPriceMicros: bigint | null
  readonly concurrent: number | null
  readonly loop: LoopLimit | null
}

/** A key that billing was told of. */
export interface LimitedKey {
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly name: string
  /** The key itself, its parent and so on. */
  readonly lineage: readonly KeyId[]
  readonly limits: KeyLimits
  /** Counts how often they were set. */
  readonly version: bigint
}

/** A key before its limits are set. */
export type KeyToLimit = Omit<LimitedKey, 'version'>

/** What calls of a key and of those below it have cost; what is held counts. */
export interface KeySpending {
  readonly totalMicros: bigint
  readonly todayMicros: bigint
  readonly last30DaysMicros: bigint
  readonly openCalls: bigint
  readonly countedSince: Date
  readonly dayEndsAt: Date
  /** Null when nothing was spent in the last 30 days. */
  readonly oldestLeavesAt: Date | null
}

/** What is checked of a key before anything is counted or held. */
export interface KeyRules extends KeyLists {
  readonly keyId: KeyId
  readonly name: string
  readonly loop: LoopLimit | null
}

/** Which limit of a key refused, as the HTTP API names it. */
export type KeyCap = 'maxPrice' | 'concurrent' | 'total' | 'per30Days' | 'perDay'

/** A limit that refused a call. */
export interface Breach {
  readonly limit: KeyCap
  readonly keyId: KeyId
  readonly keyName: string
  /** Micro-USD, or a number of calls. */
  readonly value: bigint
  /** What is spent of it, held amounts included; null where nothing is. */
  readonly spentMicros: bigint | null
  /** When it frees; null where that is not known by itself. */
  readonly freesAt: Date | null
}

/** Generations of keys: a key without parent is the first. */
export const GENERATIONS_MAX = 5

/** Which of the lists does not let a key call this; undefined when they do. Calls without a tool are of no tool's price. */
export function refusingList(
  { apps, tools }: KeyLists,
  call: { readonly app: string; readonly tool: string; readonly isBillable: boolean },
): 'apps' | 'tools' | undefined {
  if (apps.length === 0 && tools.length === 0) return undefined
  if (tools.some(tool => tool.startsWith(`${call.app}#`))) {
    // Its tools may be listed, and whatever else is not billed: nobody can call a tool without knowing of it.
    return !call.isBillable || tools.includes(`${call.app}#${call.tool}`) ? undefined : 'tools'
  }
  if (apps.includes(call.app)) return undefined
  return apps.length > 0 ? 'apps' : 'tools'
}

const amounts = ['totalMicros', 'perDayMicros', 'per30DaysMicros', 'maxPriceMicros', 'concurrent'] as const

/** The limit in which a key would be wider than one above it; undefined when there is none. What is left out is inherited. */
export function widerLimit(limits: KeyLimits, above: KeyLimits): keyof KeyLimits | undefined {
  const wider = amounts.find(name => {
    const [own, most] = [limits[name], above[name]]
    return own !== null && most !== null && own > most
  })
  if (wider !== undefined) return wider
  const isApart = (app: string, tool: string) => refusingList(above, { app, tool, isBillable: true }) !== undefined
  // An app that the one above may call for some of its tools only is wider as a whole.
  if (limits.apps.some(app => isApart(app, '') && !limits.tools.some(tool => tool.startsWith(`${app}#`)))) return 'apps'
  if (limits.tools.some(text => isApart(...splitTool(text)))) return 'tools'
  return undefined
}

/** App and tool of "publisher/app#tool". */
export function splitTool(text: string): [app: string, tool: string] {
  const at = text.indexOf('#')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
