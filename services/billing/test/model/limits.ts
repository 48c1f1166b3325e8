/** Outcome of an operation: an amount, what a question found, or the code of a refusal. */
export type Outcome = bigint | string

/** Limits of a key in the model, micro-USD; undefined: none. */
export interface ModelLimits {
  readonly total?: bigint | undefined
  readonly perDay?: bigint | undefined
  readonly per30Days?: bigint | undefined
  readonly maxPrice?: bigint | undefined
  readonly concurrent?: number | undefined
  /** How often the same tool may be called with the same arguments. */
  readonly loop?: number | undefined
  /** The only tools that may be called. */
  readonly tools?: readonly string[] | undefined
}

const amounts = ['total', 'perDay', 'per30Days', 'maxPrice', 'concurrent'] as const

/** Whether a key would be wider than one above it. */
export function isWider(limits: ModelLimits, above: ModelLimits): boolean {
  const isApart = (tool: string) => above.tools !== undefined && !above.tools.includes(tool)
  return limits.tools?.some(isApart) === true || amounts.some(name => isMore(limits[name], above[name]))
}

function isMore(own: bigint | number | undefined, most: bigint | number | undefined): boolean {
  return own !== undefined && most !== undefined && own > most
}
