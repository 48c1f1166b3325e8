// npm run release:check -- vX.Y.Z: whether a tag may become a release. Says all that stands against it.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What stands against releasing this tag. */
export function faultsOf(tag: string, files: { package: string; chart: string; changelog: string }): string[] {
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1]
  if (version === undefined) return [`${tag} is no tag of a release: vX.Y.Z`]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this repository's own file, which npm has read before
  const packaged = (JSON.parse(files.package) as { version: string }).version
  const inChart = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(files.chart)?.[1] ?? 'nothing'
  const faults: string[] = []
  if (packaged !== version) faults.push(`package.json has the version ${packaged}`)
  for (const key of ['version', 'appVersion']) {
    if (inChart(key) !== version) faults.push(`${key} in Chart.yaml is ${inChart(key)}`)
  }
  if (!new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\b`, 'm').test(files.changelog)) {
    faults.push(`CHANGELOG.md has no section ${version}`)
  }
  return faults
}

if (import.meta.main) {
  const tag = process.argv[2] ?? ''
  const chart = read('deploy/helm/metered-tool-gateway/Chart.yaml')
  const faults = faultsOf(tag, { package: read('package.json'), chart, changelog: read('CHANGELOG.md') })
  for (const fault of faults) console.error(`release:check: ${tag}: ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
