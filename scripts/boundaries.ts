import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Import, importsOf } from './imports.ts'
import {
  type Exception,
  edgeLayers,
  environmentReader,
  exceptions,
  importNothing,
  type Layers,
  type Material,
  materials,
  roots,
  rootsForTests,
  serviceLayers,
  webApp,
  webLayers,
} from './layers.ts'

const SOURCES = `{${Object.keys(roots).join(',')}}/**/*.{ts,tsx}`

/** What is where the tables of layers.ts do not let it be. */
export interface Crossing {
  file: string
  rule: Exception['rule']
  problem: string
}

/** Every crossing that no exception excuses, and every exception that excuses nothing, a line each. */
export function findCrossings(root: string): string[] {
  const packageDirs = readPackageDirs(root)
  const files = globSync(SOURCES, { cwd: root, exclude: path => /(^|\/)(node_modules|gen|generated|dist)$/.test(path) })
  const crossings = files.sort().flatMap(file => crossingsIn(file, readFileSync(join(root, file), 'utf8'), packageDirs))
  return unexcused(crossings, exceptions)
}

/** The crossings that are left, and the exceptions that nobody needs any more. */
export function unexcused(crossings: readonly Crossing[], excuses: readonly Exception[]): string[] {
  return [
    ...crossings
      .filter(crossing => !excuses.some(one => isExcused(crossing, one)))
      .map(({ file, problem }) => `${file}: ${problem}`),
    ...excuses
      .filter(one => !crossings.some(crossing => isExcused(crossing, one)))
      .map(({ path, rule }) => `scripts/layers.ts: the exception of ${path} from ${rule} excuses nothing: delete it`),
  ]
}

/** The crossings in one file, named by its path from the root. `packageDirs` says where a package's name leads. */
export function crossingsIn(file: string, source: string, packageDirs: ReadonlyMap<string, string>): Crossing[] {
  const imports = importsOf(source)
  const found = (rule: Crossing['rule'], problem: string | undefined): Crossing[] =>
    problem === undefined ? [] : [{ file, rule, problem }]
  return [
    ...imports.flatMap(one => found('roots', rootProblem(file, one.specifier, packageDirs))),
    ...imports.flatMap(one => found('layers', layerProblem(file, one.specifier))),
    ...materials.flatMap(material => found('materials', materialProblem(file, material, source, imports))),
    ...found('environment', environmentProblem(file, source)),
  ]
}

const isExcused = ({ file, rule }: Crossing, { path, rule: excusedRule }: Exception) =>
  rule === excusedRule && (path.endsWith('/') ? file.startsWith(path) : file === path)

function readPackageDirs(root: string): Map<string, string> {
  const patterns = Object.keys(roots).flatMap(name => [`${name}/package.json`, `${name}/*/package.json`])
  patterns.push(`${webApp}/package.json`)
  const nameOf = (manifest: string) => String(JSON.parse(readFileSync(join(root, manifest), 'utf8')).name)
  return new Map(globSync(patterns, { cwd: root }).map(manifest => [nameOf(manifest), dirname(manifest)]))
}

/** Between the folders of the workspace. */
function rootProblem(file: string, specifier: string, packageDirs: ReadonlyMap<string, string>): string | undefined {
  const own = packageOf(file)
  if (specifier.startsWith('.')) {
    return packageOf(targetOf(file, specifier)) === own
      ? undefined
      : `imports ${specifier}: a relative path must stay inside ${own}; import the package by name`
  }
  if (importNothing.includes(own) && !specifier.startsWith('node:') && !isTest(file)) {
    return `imports ${specifier}: ${own} imports nothing`
  }
  const target = packageDirs.get(specifier.split('/').slice(0, 2).join('/'))
  if (target === undefined || target === own) return undefined
  if (own === webApp) return `imports ${specifier}: ${webApp} runs in browsers, and shares nothing with programs`
  const mayImport = [...(roots[rootOf(file)] ?? []), ...(isTest(file) ? rootsForTests : [])]
  return mayImport.includes(rootOf(target))
    ? undefined
    : `imports ${specifier}: ${rootOf(file)} must not import ${rootOf(target)}`
}

/** Between the folders of a service. */
function layerProblem(file: string, specifier: string): string | undefined {
  const from = layerOf(file)
  const to = specifier.startsWith('.') ? layerOf(targetOf(file, specifier)) : undefined
  if (from === undefined || to === undefined || from === to || isTest(file)) return undefined
  const layers = layersOf(file)
  const mayImport = layers[from]
  if (mayImport === undefined) return `${from} is none of a service's layers (${Object.keys(layers).join(', ')})`
  return mayImport.includes(to)
    ? undefined
    : `imports ${specifier}: ${from} must not import ${to}, only ${mayImport.join(', ') || 'its own files'}`
}

/** What only some folders of a service may hold. */
function materialProblem(file: string, material: Material, source: string, imports: Import[]): string | undefined {
  const layer = layerOf(file)
  if (layer === undefined || isTest(file) || material.onlyIn.includes(layer)) return undefined
  const isHeld = material.pattern?.test(source) || imports.some(one => isOf(material, one))
  return isHeld ? `holds ${material.name}, which only ${material.onlyIn.join(', ')} may` : undefined
}

function isOf(material: Material, { specifier, values, types }: Import): boolean {
  if (!material.modules?.some(name => specifier === name || specifier.endsWith(`/${name}`))) return false
  if (material.kind === undefined) return true
  return (material.kind === 'types' ? types : values).length > 0
}

function environmentProblem(file: string, source: string): string | undefined {
  const isBound = /^(packages|services)\/[^/]+\/src\//.test(file) && !isTest(file)
  if (!isBound || packageOf(file) === environmentReader || !source.includes('process.env')) return undefined
  return `reads process.env, which only ${environmentReader} may`
}

const rootOf = (path: string) => path.split('/')[0] ?? ''

/** `bench` is one package, and the web app lies in its service; everywhere else each folder is. */
function packageOf(path: string): string {
  if (rootOf(path) === 'bench') return 'bench'
  return path.startsWith(`${webApp}/`) ? webApp : path.split('/').slice(0, 2).join('/')
}

const targetOf = (file: string, specifier: string) =>
  specifier.startsWith('.') ? relative('/', resolve('/', dirname(file), specifier)) : specifier

function layersOf(file: string): Layers {
  if (packageOf(file) === webApp) return webLayers
  return packageOf(file) === 'services/edge-proxy' ? edgeLayers : serviceLayers
}

/** The folder of `src` that a service's file lies in, or its own name when it lies at the top. */
const layerOf = (path: string) => /^services\/[^/]+\/(?:web\/)?src\/([^/]+)/.exec(path)?.[1]

const isTest = (file: string) =>
  /\.(test|fixture)\.ts$/.test(file) || /^(packages|services|tools)\/[^/]+\/test\//.test(file)
