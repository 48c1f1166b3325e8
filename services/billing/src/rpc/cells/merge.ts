import { type PageEnd, timeToken } from '@mtg/rpc'
import type { CellAnswer } from './route.ts'

/** The sum of amounts as they are sent. */
export const sumOf = (amounts: readonly (string | number)[]): string =>
  amounts.reduce((sum: bigint, amount) => sum + BigInt(amount), 0n).toString()

/** Lines of all cells, of which those of the same key become one. */
export function mergeLines<Line>(
  answers: readonly (readonly Line[])[],
  keyOf: (line: Line) => string,
  merge: (first: Line, second: Line) => Line,
): Line[] {
  const merged = new Map<string, Line>()
  for (const line of answers.flat()) {
    const known = merged.get(keyOf(line))
    merged.set(keyOf(line), known === undefined ? line : merge(known, line))
  }
  return [...merged.values()]
}

/** A page of a list whose newest come first: every cell's own page of it, cut to the size of one. */
export function mergeNewest<Row>(
  pages: readonly { readonly rows: readonly Row[]; readonly nextPageToken: string }[],
  size: number,
  endOf: (row: Row) => PageEnd,
): { page: Row[]; nextPageToken: string } {
  const rows = pages.flatMap(page => page.rows).sort((a, b) => isBefore(endOf(b), endOf(a)))
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const hasMore = rows.length > size || pages.some(({ nextPageToken }) => nextPageToken !== '')
  return { page, nextPageToken: hasMore && last !== undefined ? timeToken(endOf(last)) : '' }
}

const isBefore = (a: PageEnd, b: PageEnd) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

/** Answers one cell after the other: a token names the cell that goes on. */
export async function pageThrough<Answer extends { readonly nextPageToken: string }>(
  names: readonly string[],
  token: string,
  isEmpty: (answer: Answer) => boolean,
  ask: (cell: string, token: string) => Promise<Answer>,
): Promise<Answer> {
  const [, position = '0', rest = ''] = /^c(\d{1,5})\.(.*)$/s.exec(token) ?? ['', '0', token]
  for (let at = Number(position), within = rest; ; at += 1, within = '') {
    const cell = names[at]
    const isLast = at >= names.length - 1
    const answer = await ask(cell ?? names[names.length - 1] ?? '', within)
    if (answer.nextPageToken !== '') return { ...answer, nextPageToken: `c${at}.${answer.nextPageToken}` }
    if (isLast) return answer
    if (!isEmpty(answer)) return { ...answer, nextPageToken: `c${at + 1}.` }
  }
}

/** Texts of all cells, each with the name of its own. */
export const namedTexts = (answers: readonly CellAnswer<readonly string[]>[]): string[] =>
  answers.flatMap(({ cell, answer }) => answer.map(text => `${cell}: ${text}`))
