import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { type BannerFacts, renderBanner } from './banner.ts'

const facts: BannerFacts = {
  baseUrl: 'http://127.0.0.1:8080',
  console: 'http://127.0.0.1:8090',
  grpc: { auth: '127.0.0.1:20001' },
  operations: { auth: 'http://127.0.0.1:20002' },
  dataDir: '/project/.data',
  cli: 'npm run mtg --',
  generatedKeys: [],
  keptBack: [],
  notes: [],
  demo: {
    email: 'ada@example.test',
    key: 'vnb-sk-demo',
    mcp: { app: 'acme/tools', tool: 'count', arguments: { text: `it's "quoted"` } },
    llm: { app: 'acme/chat' },
  },
}

/** What the shell would really hand to curl, for each command of the banner. */
function curlArguments(banner: string): string[][] {
  const script = banner
    .slice(banner.indexOf('# '))
    .replace(/^Ctrl-C.*$/m, '')
    .replace(/^npm .*$/gm, '')
  const traced = `curl() { printf '%s\\n' "$@"; echo ----; }\n${script}`
  const output = execFileSync('/bin/sh', ['-c', traced], { encoding: 'utf8' })
  return output
    .split('----\n')
    .slice(0, -1)
    .map(block => block.trimEnd().split('\n'))
}

test('the commands reach the shell as meant, whatever the arguments hold', () => {
  const [list, call, chat, token] = curlArguments(renderBanner(facts))
  assert.ok(list?.includes('http://127.0.0.1:8080/v1-beta/mcp/acme/tools'))
  assert.ok(list?.includes('Mcp-Name: tools/list'))
  assert.ok(call?.includes('Mcp-Name: count'))
  assert.deepEqual(JSON.parse(call?.at(-1) ?? '').params, { name: 'count', arguments: { text: `it's "quoted"` } })
  assert.ok(chat?.includes('http://127.0.0.1:8080/v1-beta/llm/acme/chat'))
  assert.ok(token?.includes('client_id=vnb-sk-demo'))
})

test('the wallet is shown before and after the paid calls', () => {
  assert.equal(renderBanner(facts).split('npm run mtg -- wallet ada@example.test').length, 3)
})

test('an empty marketplace has no commands, and generated keys are shown', () => {
  const { demo: _demo, ...empty } = facts
  const banner = renderBanner({ ...empty, generatedKeys: [{ email: 'b@example.test', name: 'ci', key: 'vnb-sk-new' }] })
  assert.equal(banner.includes('curl'), false)
  assert.match(banner, /b@example\.test \(ci\): vnb-sk-new/)
})
