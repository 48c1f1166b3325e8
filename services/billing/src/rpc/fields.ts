import { invalidField } from '@mtg/rpc'

const PAGE_SIZE_DEFAULT = 50
const PAGE_SIZE_MAX = 500
const REQUEST_ID_LENGTH_MAX = 64
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const APP = /^([^/]+)\/([^/]+)$/

/** The UUID, or `invalid_argument` naming the field. */
export function uuidOf(text: string, field: string): string {
  if (!UUID.test(text)) throw invalidField(field, 'must be a UUID in lower case')
  return text
}

/** The page size asked for, within bounds; 0 means the default. */
export function pageSizeOf(asked: number): number {
  if (asked < 0 || asked > PAGE_SIZE_MAX) throw invalidField('page_size', `must be 0 to ${PAGE_SIZE_MAX}`)
  return asked === 0 ? PAGE_SIZE_DEFAULT : asked
}

/** "publisher/app" as its parts. */
export function appOf(text: string): { username: string; appName: string } {
  const [, username, appName] = APP.exec(text) ?? []
  if (username === undefined || appName === undefined) throw invalidField('app', 'must be "publisher/app"')
  return { username, appName }
}

/** What makes repeating a request safe. */
export function requestIdOf(text: string): string {
  if (text === '' || text.length > REQUEST_ID_LENGTH_MAX)
    throw invalidField('request_id', `must have 1 to ${REQUEST_ID_LENGTH_MAX} characters`)
  return text
}
