/** One import or re-export of a file: from where, and which names as values and which as types alone. */
export interface Import {
  specifier: string
  values: string[]
  types: string[]
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([\w$*{}\s,]*?)\s*from\s+'([^']+)'/g
const WITHOUT_NAMES = /(?:^|\W)import\s*\(?\s*'([^']+)'/g

/** Every import of a source that is formatted as ours are, dynamic ones and imports of types too. */
export function importsOf(source: string): Import[] {
  const named = [...source.matchAll(STATEMENT)].map(([, onlyTypes, names = '', specifier = '']) => ({
    specifier,
    ...sorted(names, onlyTypes !== undefined),
  }))
  // `import('x')` gives all of a module, `import 'x'` none of its names: both count as a value.
  const nameless = [...source.matchAll(WITHOUT_NAMES)].map(([, specifier = '']) => ({
    specifier,
    values: ['*'],
    types: [],
  }))
  return [...named, ...nameless]
}

function sorted(names: string, onlyTypes: boolean): { values: string[]; types: string[] } {
  const values: string[] = []
  const types: string[] = []
  for (const name of names.replace(/[{}]/g, ' ').split(',')) {
    const [, isType, own] = /^\s*(type\s+)?(\S+)/.exec(name) ?? []
    if (own === undefined) continue
    if (onlyTypes || isType !== undefined) types.push(own)
    else values.push(own)
  }
  return { values, types }
}
