import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'

import { type Fault, MarketplaceError } from './marketplace-error.ts'

/** Keys and indexes from the top of a file to a value in it. */
export type Path = readonly PropertyKey[]

/** A YAML (or JSON) file: its value, and where parts of it stand. */
export interface SourceDocument {
  value: unknown
  /** The line of the value at the path, or of the deepest part of the path that exists. */
  lineOf(path: Path): number
  /** The line of a field's name in the map at the path. */
  lineOfField(path: Path, field: string): number
}

/** Amounts whose digits count as they are written, not as the nearest floating-point number. */
const AMOUNT_FIELDS = new Set<unknown>(['price', 'wallet'])
/** The same below `limits`; a tier's `perDay` is a count. */
const LIMIT_AMOUNT_FIELDS = new Set<unknown>(['total', 'perDay', 'per30Days', 'maxPrice'])

/** Reads YAML 1.2 (of which JSON is a part). Throws a MarketplaceError for what is not well-formed. */
export function readDocument(text: string, file: string): SourceDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const faults = [...document.errors, ...document.warnings].map(error => faultOf(error, lines))
  if (faults.length > 0) throw new MarketplaceError(file, faults)
  keepDigitsOfAmounts(document)
  const lineAt = (node: Node | null | undefined) => lines.linePos(node?.range?.[0] ?? 0).line
  return {
    value: valueOf(document, file),
    lineOf: path => lineAt(deepest(document, path)),
    lineOfField: (path, field) => {
      const map = deepest(document, path)
      const pair = isMap(map) ? pairOf(map.items, field) : undefined
      return lineAt(isNode(pair?.key) ? pair.key : map)
    },
  }
}

function faultOf(error: YAMLError, lines: LineCounter): Fault {
  const reason = error.code === 'DUPLICATE_KEY' ? 'this field stands in its map twice' : error.message
  return { line: lines.linePos(error.pos[0]).line, reason }
}

function valueOf(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // An alias that stands for itself, or aliases that multiply into more than memory holds.
    const reason = error instanceof Error ? error.message : String(error)
    throw new MarketplaceError(file, [{ reason }], { cause: error })
  }
}

function keepDigitsOfAmounts(document: Document.Parsed): void {
  visit(document, {
    Pair(_key, { key, value }, path) {
      if (!isScalar(key) || !isScalar(value)) return
      const isAmount = AMOUNT_FIELDS.has(key.value) || (LIMIT_AMOUNT_FIELDS.has(key.value) && path.some(isLimits))
      if (isAmount && typeof value.value === 'number') value.value = value.source ?? String(value.value)
    },
  })
}

const isLimits = (above: unknown) => isPair(above) && isScalar(above.key) && above.key.value === 'limits'

function deepest(document: Document.Parsed, path: Path): Node | null {
  let node: Node | null = document.contents
  for (const step of path) {
    const next = child(resolved(node, document), step)
    if (next === undefined) break
    node = next
  }
  return isAlias(node) ? node : resolved(node, document)
}

function child(node: Node | null | undefined, step: PropertyKey): Node | undefined {
  const found = isMap(node) ? pairOf(node.items, step)?.value : isSeq(node) ? node.items[Number(step)] : undefined
  return isNode(found) ? found : undefined
}

const pairOf = (items: readonly Pair[], field: PropertyKey) =>
  items.find(pair => isScalar(pair.key) && pair.key.value === field)

const resolved = (node: Node | null, document: Document.Parsed): Node | null =>
  isAlias(node) ? (node.resolve(document) ?? null) : node
