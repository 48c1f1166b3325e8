import { cpSync, type Dirent, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** Large, ignored, and left out here so that it is not walked through. */
const NEVER_SENT = new Set(['node_modules', '.git', '.data', '.runtime'])

/** Copies what `docker build` would send of a folder: what .dockerignore leaves, by its rule that the last match wins. */
export function copyDockerContext(root: string, target: string): void {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({ pattern: line.replace(/^!/, ''), ignores: !line.startsWith('!') }))
  const exclude = ({ name }: Dirent) => NEVER_SENT.has(name)
  for (const file of globSync('**/*', { cwd: root, exclude, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name).slice(root.length + 1)
    if (!isIgnored(path, rules)) cpSync(join(root, path), join(target, path))
  }
}

interface Rule {
  readonly pattern: string
  readonly ignores: boolean
}

function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const covers = ({ pattern }: Rule) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
  return rules.findLast(covers)?.ignores ?? false
}
