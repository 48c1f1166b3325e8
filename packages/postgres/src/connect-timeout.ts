const CONNECT_TIMEOUT_MS = 1000
const SECOND_MS = 1000

/** How long to wait for a connection: `connect_timeout` of the URL, in whole seconds as libpq reads it; one second without. */
export function connectTimeoutMsOf(url: string): number {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'))
  return Number.isInteger(seconds) && seconds > 0 ? seconds * SECOND_MS : CONNECT_TIMEOUT_MS
}
