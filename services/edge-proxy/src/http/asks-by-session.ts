import type { IncomingMessage } from 'node:http'

/** Whether a browser's session is all that a request shows: the console knows whose it is. */
export function asksBySession({ headers }: IncomingMessage): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined
}
