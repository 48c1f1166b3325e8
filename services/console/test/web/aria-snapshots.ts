import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const DIR = join(import.meta.dirname, 'snapshots')

/** What differs from one run to the next. */
const VOLATILE: readonly [pattern: RegExp, word: string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID'],
  [/…[0-9a-f]{8}/g, '…ID'],
  [/Playground \d\d:\d\d:\d\d [0-9a-f]{4}(?: …[\w-]{4})?/g, 'Playground KEY'],
  [/https?:\/\/127\.0\.0\.1:\d+/g, 'ORIGIN'],
  [/\b(?:just now|\d+ (?:second|minute)s? ago)\b/g, 'AGO'],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?(?:, [\d:]+ [AP]M)?/g, 'DATE'],
  [/\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g, 'MONTH'],
  [/Chrome\/[\d.]+|HeadlessChrome[^ ]*/g, 'BROWSER'],
  [/\b\d+(?:\.\d+)? ms\b/g, 'TIME'],
]

/**
 * What a page tells to somebody who does not see it: headings, tables, fields, and every text. It is the same on every machine,
 * as pixels are not. Undefined when that is what is kept of the page; told otherwise, or kept anew when that was asked for.
 */
export async function differenceOf(page: Page, path: string): Promise<string | undefined> {
  const told = `${textOf(await page.locator('main').ariaSnapshot())}\n`
  const file = join(DIR, `${nameOf(path)}.aria`)
  if (process.env.UPDATE_SNAPSHOTS === '1') {
    mkdirSync(DIR, { recursive: true })
    writeFileSync(file, told)
    return undefined
  }
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return inOrder(told) === inOrder(kept)
    ? undefined
    : `${path} differs from ${file} (UPDATE_SNAPSHOTS=1 keeps it):\n${linesOf(kept, told)}`
}

const textOf = (snapshot: string) => VOLATILE.reduce((text, [pattern, word]) => text.replace(pattern, word), snapshot)

const nameOf = (path: string) => path.split('?', 1)[0]?.replaceAll('/', '-').replace(/^-/, '') || 'home'

/** The lines that one of both has more often than the other. */
function linesOf(kept: string, told: string): string {
  return [
    ...linesBeyond(kept, told).map(line => `- ${line}`),
    ...linesBeyond(told, kept).map(line => `+ ${line}`),
  ].join('\n')
}

function linesBeyond(text: string, other: string): string[] {
  const left = other.split('\n')
  return text.split('\n').filter(line => {
    const index = left.indexOf(line)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/** Rows that were made in the same moment come in any order. */
const inOrder = (text: string) => text.split('\n').toSorted().join('\n')
