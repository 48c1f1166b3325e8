// npm run build:image -- OUT: the folder that the container image consists of. The Dockerfile runs it too.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { PNPM } from './pnpm.mjs'

const HELP = `npm run build:image -- OUT

Builds the folder that the container image consists of: the services, the migrations job and mtg, each with what it needs at
run time and nothing else, and sbom.json (CycloneDX). Start one with: node OUT/services/NAME/src/main.ts

  OUT      a folder that is empty or does not exist
  --help   this text`

const root = resolve(import.meta.dirname, '..')
/** What somebody starts; everything else comes along because one of these needs it. */
const ENTRIES = [
  'services/auth',
  'services/billing',
  'services/edge-proxy',
  'services/metering',
  'services/oauth-server',
  'services/console',
  'tools/cli',
  'tools/migrations',
]
const WORKSPACE_FILES = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'LICENSE']

function main([out, ...rest]: string[]): number {
  if (out === undefined || rest.length > 0) return refuse('name one folder')
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), out)
  if (existsSync(target) && readdirSync(target).length > 0) return refuse(`${target} is not empty`)
  const folders = closureOf(ENTRIES)
  step(`copying ${folders.length} packages`, () => copySources(target, folders))
  step('installing what they need at run time', () => install(target, folders))
  step('writing sbom.json', () => writeSbom(target, folders))
  step('removing what only the build needed', () => removeBuildFiles(target))
  console.error(`build:image: ${target}`)
  return 0
}

function refuse(reason: string): number {
  console.error(`build:image: ${reason}\n\n${HELP}`)
  return 1
}

function step(name: string, work: () => void): void {
  console.error(`build:image: ${name} ...`)
  work()
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this repository's own files, which pnpm has read before
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** The workspace's folders that these need at run time, and these. */
function closureOf(entries: readonly string[]): string[] {
  const folderOf = new Map(
    globSync('{packages,tools,services}/*/package.json', { cwd: root }).map(file => {
      const folder = file.slice(0, -'/package.json'.length).replaceAll(sep, '/')
      return [manifestOf(folder).name, folder]
    }),
  )
  const needed = new Set(entries)
  for (const folder of needed) {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const dependency = folderOf.get(name)
      if (dependency !== undefined) needed.add(dependency)
    }
  }
  return [...needed].sort()
}

function copySources(target: string, folders: readonly string[]): void {
  for (const file of WORKSPACE_FILES) cpSync(join(root, file), join(target, file))
  cpSync(join(root, 'package.json'), join(target, 'package.json'))
  cpSync(join(root, 'proto'), join(target, 'proto'), { recursive: true, filter: isShipped })
  for (const folder of folders) {
    for (const part of ['package.json', 'src', 'prisma', 'web/dist']) {
      const source = join(root, folder, part)
      if (existsSync(source)) cpSync(source, join(target, folder, part), { recursive: true, filter: isShipped })
    }
  }
}

const isShipped = (file: string) =>
  !/\.test\.ts$|\.prisma$|\.binpb$/.test(basename(file)) && basename(file) !== '.stamp'

/** Links workspace packages as a checkout does: what is imported lies outside node_modules, where Node reads TypeScript. */
function install(target: string, folders: readonly string[]): void {
  const filters = folders.map(folder => `--filter=./${folder}`)
  const flags = [
    '--prod',
    '--frozen-lockfile',
    '--config.package-import-method=copy',
    '--config.confirmModulesPurge=false',
  ]
  pnpm(target, [...filters, 'install', ...flags])
}

function writeSbom(target: string, folders: readonly string[]): void {
  const filters = folders.map(folder => `--filter=./${folder}`)
  const flags = ['--prod', '--sbom-format=cyclonedx', '--sbom-type=application', '--out=sbom.json']
  pnpm(target, [...filters, 'sbom', ...flags])
}

function pnpm(cwd: string, args: readonly string[]): void {
  const { status, error } = spawnSync('npx', ['--yes', PNPM, ...args], { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed: ${error?.message ?? `status ${status}`}`)
}

/** pnpm installs for the root too, and what the root asks for is the Node of checkouts; the image has its own. */
function removeBuildFiles(target: string): void {
  const ofCheckouts = globSync(['node_modules/node-*', 'node_modules/.bin', 'node_modules/.pnpm/node-linux-*'], {
    cwd: target,
  })
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'node_modules/.modules.yaml',
    'node_modules/.pnpm-workspace-state-v1.json',
    ...ofCheckouts,
  ]
  for (const file of files) rmSync(join(target, file), { recursive: true, force: true })
  const { name, version } = manifestOf('.')
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ name, version, private: true, type: 'module' })}\n`)
}

const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true })
if (values.help) console.log(HELP)
else process.exitCode = main(positionals)
