import type { z } from 'zod'
import { findContradictions } from './consistency.ts'
import { type Path, readDocument, type SourceDocument } from './document.ts'
import { findKeyContradictions } from './key-trees.ts'
import { type Fault, MarketplaceError } from './marketplace-error.ts'
import { type MarketplaceContent, marketplaceSchema } from './schema.ts'

/** A marketplace file that was read and found good. */
export interface Marketplace extends MarketplaceContent {
  /** What to call it in messages, and its text, to find lines in. */
  source: { file: string; text: string }
}

/** How to read a marketplace file. */
export interface ParseOptions {
  /** What to call it in messages. */
  file: string
  /** Origins in upstream URLs that other ones take the place of. */
  substitutions?: Readonly<Record<string, string>>
}

/** Reads a marketplace file. Throws a MarketplaceError that lists every fault, with its line. */
export function parseMarketplace(text: string, options: ParseOptions): Marketplace {
  const document = readDocument(text, options.file)
  const parsed = marketplaceSchema.safeParse(document.value, { reportInput: true })
  const faults = [
    ...(parsed.error?.issues ?? []).flatMap(issue => faultsOf(issue, document)),
    ...[
      ...findContradictions(document.value),
      ...(parsed.data === undefined ? [] : findKeyContradictions(parsed.data)),
    ].map(({ path, reason }) => faultAt(document, path, reason)),
  ]
  if (parsed.data === undefined || faults.length > 0) throw new MarketplaceError(options.file, inOrder(faults))
  const { publishers, buyers } = parsed.data
  const source = { file: options.file, text }
  return { source, buyers, publishers: publishers.map(row => withSubstitutions(row, options.substitutions ?? {})) }
}

function faultsOf(issue: z.core.$ZodIssue, document: SourceDocument): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({
      line: document.lineOfField(issue.path, key),
      reason: `${describe(issue.path)}unknown field "${key}"`,
    }))
  }
  if (issue.code === 'invalid_key') return [faultAt(document, issue.path, 'the name must not be empty')]
  return [faultAt(document, issue.path, reasonOf(issue))]
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const { code } = issue
  if ((code === 'invalid_type' || code === 'invalid_value') && issue.input === undefined) return 'is missing'
  if (code === 'invalid_type') return messageOf(issue, `must be ${nounOf(issue.expected)}`)
  if (code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  if (code === 'too_big') return messageOf(issue, `must be at most ${issue.maximum}${unitOf(issue.origin)}`)
  if (code === 'too_small') return messageOf(issue, `must be at least ${issue.minimum}${unitOf(issue.origin)}`)
  return issue.message
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '')

/** The schema's own words where it has some; the library's are for programmers. */
function messageOf(issue: z.core.$ZodIssue, otherwise: string): string {
  return issue.message.startsWith('must ') ? issue.message : otherwise
}

function nounOf(type: string): string {
  const nouns: Record<string, string> = { string: 'text', int: 'a whole number', boolean: 'true or false' }
  return nouns[type] ?? (type === 'array' ? 'a list' : type === 'object' || type === 'record' ? 'a map' : `a ${type}`)
}

function faultAt(document: SourceDocument, path: Path, reason: string): Fault {
  return { line: document.lineOf(path), reason: `${describe(path)}${reason}` }
}

/** A path for people: `publishers[0].apps[1].upstream: `. */
function describe(path: Path): string {
  const text = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}

const inOrder = (faults: Fault[]) => faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))

function withSubstitutions(
  publisher: Marketplace['publishers'][number],
  substitutions: Readonly<Record<string, string>>,
): Marketplace['publishers'][number] {
  const apps = publisher.apps.map(app => ({ ...app, upstream: substitute(app.upstream, substitutions) }))
  return { ...publisher, apps }
}

function substitute(url: string, substitutions: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(substitutions)) {
    if (url === from || url.startsWith(`${from}/`) || url.startsWith(`${from}?`)) return to + url.slice(from.length)
  }
  return url
}
