// What a page reads from its address. Whatever else stands there is dropped: addresses are typed by people, too.

type Search = Readonly<Record<string, unknown>>

const TEXT_LENGTH_MAX = 600

/** A text of the address; undefined when there is none. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH_MAX ? value : undefined
}

/** A month such as "2026-11". */
export function monthIn(search: Search): string | undefined {
  const text = textIn(search, 'month')
  return text !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

/** One of some words. */
export function wordIn<Word extends string>(search: Search, name: string, words: readonly Word[]): Word | undefined {
  return words.find(word => word === search[name])
}

/** The same without what is undefined, so that addresses stay short. */
export function compact<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names and values, without some
  return Object.fromEntries(kept) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }
}

/** All that a page knows of its address. What is undefined is said to be so, or the router keeps what stood there. */
export function known<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Fields[Name] } {
  return fields
}

/** The page of a list. */
export const pageSearch = (search: Search) => known({ pageToken: textIn(search, 'pageToken') })
