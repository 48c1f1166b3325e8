import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { chart } from './helm.ts'

/** One documented value. */
export interface ValueRow {
  readonly path: string
  readonly fallback: string
  readonly text: string
}

/** The chart's README. */
export const readmeFile = join(chart, 'README.md')

const BEGIN = '<!-- values: begin -->'
const END = '<!-- values: end -->'
const MARK = '-- '

/** Every value with a comment that begins with `--`, and the paths of those that have none, nor one above them. */
export function readValues(): { rows: ValueRow[]; undocumented: string[] } {
  const document = parseDocument(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  const rows: ValueRow[] = []
  const undocumented: string[] = []
  const visit = (map: YAMLMap, path: string[]): void => {
    map.items.forEach((pair, index) => {
      const key = [...path, String(pair.key)]
      const text = commentOf(pair, index === 0 ? map.commentBefore : undefined)
      if (text !== undefined) rows.push({ path: key.join('.'), fallback: fallbackOf(pair.value as Node | null), text })
      else if (isMap(pair.value) && pair.value.items.length > 0 && !pair.value.flow) visit(pair.value, key)
      else undocumented.push(key.join('.'))
    })
  }
  if (isMap(document.contents)) visit(document.contents, [])
  return { rows, undocumented }
}

/** The last line of the comment right above a value, when it documents it. */
function commentOf(pair: Pair, ofMap: string | null | undefined): string | undefined {
  const own = isScalar(pair.key) ? pair.key.commentBefore : undefined
  const last = (own ?? ofMap ?? '').split('\n').at(-1)?.trim() ?? ''
  return last.startsWith(MARK) ? last.slice(MARK.length) : undefined
}

function fallbackOf(value: Node | null): string {
  if (value === null) return ''
  const text = JSON.stringify(value.toJSON())
  return text === '""' || text === 'null' ? '' : `\`${text}\``
}

/** The README's text with the table as values.yaml has it now. */
export function currentReadme(): string {
  const text = readFileSync(readmeFile, 'utf8')
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin === -1 || end < begin) throw new Error(`${readmeFile} has no place for the table of values`)
  const rows = readValues().rows.map(({ path, fallback, text: meaning }) =>
    ['', ` \`${path}\` `, ` ${fallback} `, ` ${meaning.replaceAll('|', '\\|')} `, ''].join('|'),
  )
  const table = ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`
}
