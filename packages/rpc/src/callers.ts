/** Every identity that may call an RPC. A service has its own; `operator` and `reader` are for people and their jobs. */
export const callers = [
  'edge-proxy',
  'auth',
  'billing',
  'metering',
  'oauth-server',
  'console',
  // People who run the gateway, and what runs for them: `mtg`, the marketplace file, jobs.
  'operator',
  // Other services of the company: they ask, and change nothing.
  'reader',
] as const

/** An identity that calls. */
export type Caller = (typeof callers)[number]

/** Whether the text names one. */
export function isCaller(name: string): name is Caller {
  return (callers as readonly string[]).includes(name)
}
