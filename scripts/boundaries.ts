import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

/**
 * Imports that cross a line of the architecture: a service reaching into another one, a package reaching into a
 * service, any relative path that leaves its own package, and @mtg/errors importing anything at all.
 */
export function findCrossings(root: string): string[] {
  const files = globSync('{packages,tools,services}/*/src/**/*.ts', { cwd: root, exclude: isGenerated })
  return files.sort().flatMap(file => crossingsIn(file, readFileSync(join(root, file), 'utf8')))
}

/** The crossings in one file, named by its path from the root. */
export function crossingsIn(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const problem = problemOf(file, specifier)
    return problem === undefined ? [] : [`${file}: imports ${specifier}: ${problem}`]
  })
}

function problemOf(file: string, specifier: string): string | undefined {
  const owner = ownerOf(file)
  if (specifier.startsWith('.')) {
    const target = relative('/', resolve('/', dirname(file), specifier))
    return ownerOf(target) === owner
      ? undefined
      : `a relative path must stay inside ${owner}; import the package by name`
  }
  if (owner === 'packages/errors' && !isTest(file)) return 'the error catalogue imports nothing'
  if (/^@mtg\/(auth|billing|metering|oauth-server|edge-proxy|console)\b/.test(specifier) && !isTest(file)) {
    return 'services are reached over gRPC, never imported'
  }
  return undefined
}

const ownerOf = (file: string) => file.split('/').slice(0, 2).join('/')

const isTest = (file: string) => file.endsWith('.test.ts')

const isGenerated = (path: string) => /(^|\/)(node_modules|generated|gen)(\/|$)/.test(path)
