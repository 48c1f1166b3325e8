import { isUuid } from '@mtg/primitives'
import { invalidField } from './convert.ts'

const SIZE_DEFAULT = 50
const SIZE_MAX = 500
const TOKEN_LENGTH_MAX = 128
const NAME_TOKEN_LENGTH_MAX = 512

/** The page size asked for: 50 when 0, `invalid_argument` when negative or over the maximum. One rule for every list. */
export function pageSizeOf(asked: number, sizeMax: number = SIZE_MAX, sizeDefault: number = SIZE_DEFAULT): number {
  if (asked < 0 || asked > sizeMax) throw invalidField('page_size', `must be 0 to ${sizeMax}`)
  return asked === 0 ? sizeDefault : asked
}

/** Where a page of rows that are ordered by time and id ends. */
export interface PageEnd {
  readonly createdAt: Date
  readonly id: string
}

/** The first `size` of rows that were asked for with one more than a page has, and the token of the page behind them. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  tokenOf: (last: Row) => string,
): { page: Row[]; nextPageToken: string } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextPageToken: rows.length > size && last !== undefined ? tokenOf(last) : '' }
}

/** A position as an opaque text. */
export function timeToken({ createdAt, id }: PageEnd): string {
  return Buffer.from(`${createdAt.getTime()}/${id}`).toString('base64url')
}

// Far before and behind whatever is stored, and such that the database can read it.
const TIME_MS_MAX = Date.UTC(9999, 11, 31)

/** The position in a token; undefined for the first page; `invalid_argument` for a text that no page ended with. */
export function readTimeToken(token: string): PageEnd | undefined {
  if (token === '') return undefined
  const [time = '', id = ''] =
    token.length > TOKEN_LENGTH_MAX ? [] : Buffer.from(token, 'base64url').toString().split('/')
  const end = { createdAt: new Date(Number(time)), id }
  const isOurs = isUuid(id) && /^\d{1,15}$/.test(time) && Number(time) <= TIME_MS_MAX && timeToken(end) === token
  if (!isOurs) throw notOurs()
  return end
}

/** The position of a list that is ordered by a number; undefined for the first page. */
export function readNumberToken(token: string): bigint | undefined {
  if (token === '') return undefined
  if (!/^[1-9]\d{0,17}$/.test(token)) throw notOurs()
  return BigInt(token)
}

/** A position of a list that is ordered by a name. */
export const nameToken = (name: string) => Buffer.from(name).toString('base64url')

/** The name that the page before ended with; empty for the first page. */
export function readNameToken(token: string): string {
  const name = token.length > NAME_TOKEN_LENGTH_MAX ? '' : Buffer.from(token, 'base64url').toString()
  if (nameToken(name) !== token || name.includes('\0')) throw notOurs()
  return name
}

/** The names that begin with a text, as bytes are compared: from it, and below its end. */
export const namesFrom = (start: string) => ({ from: start, below: `${start}\u{10ffff}` })

const notOurs = () => invalidField('page_token', 'is not one that a page ended with')
