// The console's web app: types of the API it speaks with, and its built files. Neither is committed.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const webDir = join(root, 'services/console/web')

/** Where the types lie. */
const apiTypesFile = join(webDir, 'src/api/generated/openapi.ts')
export const apiTypesStamp = join(dirname(apiTypesFile), '.stamp')

/** What the built files are made from; types leave nothing in them. */
export const webSources = () =>
  filesOf(webDir, '{index.html,package.json,tsconfig.json,vite.config.ts,{src,public}/**}').filter(
    file => !file.includes('/generated/'),
  )

/** What the types are made from. */
export const apiSources = () => filesOf(join(root, 'services/console/src'), '{domain,http}/**/*.ts')

/** Writes the types of the API as its routes are now. */
export function writeApiTypes() {
  const dir = mkdtempSync(join(tmpdir(), 'mtg-openapi-'))
  try {
    const document = join(dir, 'openapi.json')
    mkdirSync(dirname(apiTypesFile), { recursive: true })
    writeFileSync(document, node(['scripts/openapi-document.ts'], root))
    node([join(webDir, 'node_modules/openapi-typescript/bin/cli.js'), document, '-o', apiTypesFile], dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes the files that the console serves. */
export function buildWeb() {
  node([join(webDir, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], webDir)
}

/** Where those files lie. */
export const webDist = join(webDir, 'dist')

function filesOf(dir, pattern) {
  return globSync(pattern, { cwd: dir, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

function node(args, cwd) {
  const result = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (result.status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`)
  return result.stdout
}
