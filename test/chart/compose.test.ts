import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationSettings } from '@mtg/migrations'
import { callersOf, serviceOf } from '@mtg/rpc'
import { loadConfig } from '@mtg/runtime'
import { parse } from 'yaml'
import { root } from './src/helm.ts'
import { chartedServices, neverSettings } from './src/services.ts'

const folder = join(root, 'deploy/compose')
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8')

interface Container {
  readonly image: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
}

/** What `secrets.mjs` prints. */
const secrets = Object.fromEntries(
  execFileSync(process.execPath, [join(folder, 'secrets.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, MTG_MAIN: join(root, 'tools/cli/src/main.ts') },
  })
    .trim()
    .split('\n')
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
) as Record<string, string>

/** The file as Compose reads it: `${NAME:-default}` and `${NAME:?}` filled in. */
function composed(variables: Record<string, string>): Record<string, Container> {
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+)(?::-([^}]+)|:\?[^}]+)\}/g, (_, name: string, fallback?: string) => {
      const given = variables[name] ?? fallback
      if (given === undefined) throw new Error(`${name} is required, and no line of .env`)
      return given
    })
  const filled: unknown = JSON.parse(JSON.stringify(parse(text, { merge: true })), (_, value: unknown) =>
    // A variable without a value is passed on where the machine has it: here it has not.
    value === null ? undefined : typeof value === 'string' ? fill(value) : value,
  )
  return (filled as { services: Record<string, Container> }).services
}

const containers = composed({ ...secrets, GATEWAY_IMAGE: 'registry.test/gateway:1' })
const containerOf = (name: string): Container => {
  const container = containers[name]
  assert.ok(container, name)
  return container
}

test("every service's own parser takes its environment, and knows every name in it", () => {
  for (const { component, settings } of chartedServices) {
    const environment = containerOf(component).environment ?? {}
    loadConfig(settings, environment)
    const known = Object.keys(settings.shape).filter(name => !neverSettings.includes(name))
    assert.deepEqual(
      Object.keys(environment).filter(name => !known.includes(name)),
      [],
      component,
    )
  }
  loadConfig(migrationSettings, containerOf('migrations').environment ?? {})
})

test('services call each other where the others listen, as those whom they let in', () => {
  for (const { component } of chartedServices) {
    const environment = containerOf(component).environment ?? {}
    for (const [name, value] of Object.entries(environment).filter(([, to]) => /^(dns:\/\/\/|http:\/\/)/.test(to))) {
      const [, host = '', port = ''] = /^(?:dns:\/\/\/|http:\/\/)([a-z-]+):(\d+)/.exec(value) ?? []
      if (host === 'localhost') continue
      const setting = value.startsWith('dns') ? 'GRPC_LISTEN' : 'HTTP_LISTEN'
      assert.equal(containerOf(host).environment?.[setting], `0.0.0.0:${port}`, `${component}: ${name}`)
    }
  }
  for (const callee of Object.values(serviceOf)) {
    const rows = (containerOf(callee).environment?.GRPC_CALLERS ?? '').split(',')
    assert.deepEqual(rows.map(row => String(row.split('=')[0])).toSorted(), callersOf(callee).toSorted(), callee)
  }
})

test('each service starts after the migrations, and uses the role that they make for it', () => {
  const urls = Object.values(containerOf('migrations').environment ?? {})
  for (const { component } of chartedServices) {
    const { depends_on: after, environment } = containerOf(component)
    const url = environment?.DATABASE_URL
    if (url !== undefined) assert.ok(urls.includes(url), component)
    if (url !== undefined) assert.equal(after?.migrations?.condition, 'service_completed_successfully', component)
  }
})

test('no container of ours has root, a capability, or a place to write to but /tmp', () => {
  const ours = Object.values(containers).filter(({ image }) => image === 'registry.test/gateway:1')
  assert.equal(ours.length, 8)
  for (const { user, read_only: isReadOnly, cap_drop: dropped, security_opt: options } of ours) {
    assert.deepEqual([user, isReadOnly, dropped], ['65532:65532', true, ['ALL']])
    assert.deepEqual(options, ['no-new-privileges:true'])
  }
})

test('what is reached from outside is the edge and the console alone, from this machine unless told otherwise', () => {
  const reached = Object.entries(containers).filter(([, { ports }]) => ports !== undefined)
  assert.deepEqual(Object.fromEntries(reached.map(([name, { ports }]) => [name, ports])), {
    console: ['127.0.0.1:8081:8080'],
    'edge-proxy': ['127.0.0.1:8080:8080'],
  })
  const outside = Object.keys(containers).filter(name => containers[name]?.networks?.includes('outside'))
  assert.deepEqual(outside.toSorted(), ['billing', 'console', 'edge-proxy'])
})

test('nothing secret stands in the file, and none is shared by two', () => {
  assert.throws(() => composed({ GATEWAY_IMAGE: 'x' }), /is required/)
  assert.equal(new Set(Object.values(secrets)).size, Object.keys(secrets).length)
  for (const [name, value] of Object.entries(secrets)) assert.match(value, /^[\w=+/,-]{32,}$/, name)
})

test('commands lead to files that there are', () => {
  for (const [name, { command = [], entrypoint = [] }] of Object.entries(containers)) {
    const main = [...entrypoint, ...command].find(word => word.endsWith('/main.ts'))
    if (main !== undefined) assert.ok(readFileSync(join(root, main)), name)
  }
})
