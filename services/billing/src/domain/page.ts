import { invalidField } from '@mtg/rpc'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Where a page of rows that are ordered by time and id ends. */
export interface PageEnd {
  readonly createdAt: Date
  readonly id: string
}

/** The first `size` of rows that were asked for with one more than a page has. */
export function pageOf<Row extends PageEnd>(
  rows: readonly Row[],
  size: number,
): { page: Row[]; nextPageToken: string } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const more = rows.length > size && last !== undefined
  return { page, nextPageToken: more ? `${last.createdAt.getTime()}_${last.id}` : '' }
}

/** The end of the page before; undefined for the first page. */
export function pageEndOf(token: string): PageEnd | undefined {
  if (token === '') return undefined
  const [ms = '', id = ''] = token.split('_')
  if (!/^\d{1,15}$/.test(ms) || !UUID.test(id)) throw invalidField('page_token', 'is not from a previous page')
  return { createdAt: new Date(Number(ms)), id }
}
