import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { render, root } from './src/helm.ts'
import { containersOf, podsOf } from './src/manifests.ts'

const out = mkdtempSync(join(tmpdir(), 'mtg-package-'))
after(() => rmSync(out, { recursive: true }))

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
const pack = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'test/chart/src/package.ts'), '--out', out, ...args], { stdio: 'pipe' })

test("a release's chart names its own image by digest, in every pod of ours", async () => {
  pack('--version', '9.8.7', '--repository', 'registry.test/gateway', '--digest', digest)
  assert.deepEqual(readdirSync(out), ['metered-tool-gateway-9.8.7.tgz'])
  const chart = join(out, 'metered-tool-gateway-9.8.7.tgz')
  const profile = join(root, 'deploy/helm/metered-tool-gateway/values-production.yaml')
  const { manifests } = await render({ chart, profiles: [profile] })
  const images = podsOf(manifests).flatMap(({ spec }) => containersOf(spec).map(({ image }) => image))
  assert.deepEqual([...new Set(images)], [`registry.test/gateway@${digest}`])
  for (const { metadata } of manifests) assert.equal(metadata.labels?.['app.kubernetes.io/version'], '9.8.7')
})

test('a chart without its image, or with a tag for one, is not packaged', () => {
  for (const wrong of ['latest', 'sha256:12']) {
    assert.throws(() => pack('--version', '9.8.6', '--repository', 'r.test/g', '--digest', wrong), /usage/)
  }
})

interface Workflow {
  permissions: object
  jobs: Record<string, { steps: { run?: string; uses?: string; with?: Record<string, string> }[]; strategy?: object }>
}

test('the release workflow builds both architectures from the arguments that the Dockerfile has, by commands that there are', () => {
  const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Workflow
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  const platforms = [...JSON.stringify(workflow.jobs.build?.strategy).matchAll(/linux\/\w+/g)].map(
    ([platform]) => platform,
  )
  assert.deepEqual(platforms, ['linux/amd64', 'linux/arm64'])
  const steps = Object.values(workflow.jobs).flatMap(job => job.steps)
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const given = steps.flatMap(step =>
    [...(step.with?.['build-args'] ?? '').matchAll(/^(\w+)=/gm)].map(([, name]) => name),
  )
  assert.deepEqual(given, ['VERSION', 'REVISION'])
  for (const name of given) assert.match(dockerfile, new RegExp(`^ARG ${name}\\b`, 'm'))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name),
  )
  assert.deepEqual(commands, ['release:check', 'package:chart'])
  for (const name of commands) assert.ok(scripts[name], name)
  // What a tag or a title says never becomes part of a script.
  for (const { run = '' } of steps) assert.doesNotMatch(run, /\$\{\{/)
})
