import type { CpuProfile } from './inspector.ts'

/** Microseconds by themselves, without what they called: of functions, and of the packages they belong to. */
export interface Top {
  readonly functions: ReadonlyMap<string, number>
  readonly packages: ReadonlyMap<string, number>
}

/** Not work: nothing runs, or the profiler does. */
const NOT_WORK = new Set(['(idle)', '(program)', '(root)'])
/** What the machine code of Node and libuv does, system calls included, is known as `(program)`: it is told beside the rest. */
const NATIVE = 'native code and system calls'

export function topOf({ nodes, samples, timeDeltas }: CpuProfile): Top {
  const byId = new Map(nodes.map(node => [node.id, node.callFrame]))
  const functions = new Map<string, number>()
  const packages = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id)
    const micros = timeDeltas[index] ?? 0
    if (frame === undefined) continue
    const { functionName, url, lineNumber } = frame
    if (functionName === '(program)') add(packages, NATIVE, micros)
    if (NOT_WORK.has(functionName)) continue
    const where = placeOf(url)
    const name = functionName === '' ? '(anonymous)' : functionName
    add(functions, where === '' ? name : `${name} ${where}:${lineNumber + 1}`, micros)
    add(packages, packageOf(url, functionName), micros)
  }
  return { functions, packages }
}

/** The largest of them, each divided by calls. */
export function largest(
  all: ReadonlyMap<string, number>,
  count: number,
  calls: number,
): [name: string, micros: number][] {
  return [...all]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, micros]) => [name, micros / Math.max(1, calls)])
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros)
}

/** A file as one reads it: from its package on. */
function placeOf(url: string): string {
  const path = url.replace(/^file:\/\//, '')
  const installed = path.lastIndexOf('/node_modules/')
  if (installed >= 0) return path.slice(installed + '/node_modules/'.length)
  return path.replace(/^.*?\/(?=(services|packages|tools)\/)/, '')
}

function packageOf(url: string, functionName: string): string {
  if (url === '') return functionName === '(garbage collector)' ? functionName : 'V8'
  if (url.startsWith('node:')) return /^node:(internal\/)?[^/]+/.exec(url)?.[0] ?? 'node'
  const place = placeOf(url)
  return /^(services|packages|tools)\//.test(place)
    ? place.split('/').slice(0, 2).join('/')
    : place
        .split('/')
        .slice(0, place.startsWith('@') ? 2 : 1)
        .join('/')
}
