import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import { allDefinitions, services } from '@mtg/contracts'
import { createLogger, createMetrics } from '@mtg/observability'
import {
  type Caller,
  callersOf,
  callersSetting,
  createClient,
  createHealthClient,
  implement,
  mayCall,
  methodRows,
  newSecret,
  serveGrpc,
  tokenFor,
} from './index.ts'

const LIMITS = { timeoutMs: 5000 }
const secrets: Partial<Record<Caller, string>> = {
  operator: newSecret(),
  reader: newSecret(),
  'edge-proxy': newSecret(),
}
const lines: Record<string, unknown>[] = []
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
const metrics = createMetrics('gate-test')
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

async function serveWallet(callers = callersSetting('billing', caller => secrets[caller])): Promise<string> {
  const server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers,
    log: createLogger({ service: 'gate-test', destination }),
    metrics,
    domain: 'gateway.billing',
    health: { ready: async () => ({ ready: true, checks: [{ name: 'database', healthy: true }] }) },
    closeTimeoutMs: 100,
    implementations: [
      implement(services.billing.WalletService, {
        GetWallet: () => ({ currency: 'USD' }),
        ListJournalEntries: () => ({ entries: [] }),
        ListWalletMarks: () => ({ marks: [] }),
      }),
    ],
  })
  cleanups.push(() => server.close())
  return server.address
}

function ask(address: string, token?: string) {
  const client = createClient(services.billing.WalletService, { address, token })
  cleanups.push(() => client.close())
  return client.GetWallet({}, LIMITS)
}

/** A call of a method by its path, with these bytes in `authorization`. */
function raw(address: string, path: string, authorization?: string): Promise<grpc.status> {
  const client = new grpc.Client(address, grpc.credentials.createInsecure())
  cleanups.push(() => client.close())
  const metadata = new grpc.Metadata()
  if (authorization !== undefined) metadata.set('authorization', authorization)
  const bytes = (buffer: Buffer) => buffer
  return new Promise(resolve => {
    const call = client.makeBidiStreamRequest(path, bytes, bytes, metadata, { deadline: Date.now() + 5000 })
    call.on('data', () => {})
    if (!path.includes('reflection')) call.write(Buffer.alloc(0))
    call.on('error', () => {})
    call.on('status', ({ code }: grpc.StatusObject) => resolve(code))
    call.end()
  })
}

const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'

test('who shows nothing, something else, or what is meant for another service is not let in', async () => {
  const address = await serveWallet()
  assert.equal((await ask(address, secrets.operator)).currency, 'USD')
  for (const wrong of [undefined, newSecret()]) {
    await assert.rejects(ask(address, wrong), { code: 'unauthenticated' })
  }
  const wallet = '/gateway.billing.v1.WalletService/GetWallet'
  const operator = secrets.operator ?? ''
  for (const authorization of [tokenFor(operator, 'billing'), `Bearer ${operator}`, 'Bearer ', 'Basic x']) {
    assert.equal(await raw(address, wallet, authorization), grpc.status.UNAUTHENTICATED, authorization)
  }
  assert.equal(await raw(address, wallet, `Bearer ${tokenFor(operator, 'auth')}`), grpc.status.UNAUTHENTICATED)
  assert.equal(await raw(address, wallet, `Bearer ${tokenFor(operator, 'billing')}`), grpc.status.OK)
})

test('a known caller that may not is refused by name, is counted, and the log is not flooded', async () => {
  const address = await serveWallet()
  lines.length = 0
  for (let turn = 0; turn < 50; turn += 1) {
    await assert.rejects(ask(address, secrets['edge-proxy']), { code: 'permission_denied' })
  }
  const refusals = lines.filter(line => line['msg'] === 'a gRPC call was refused')
  assert.ok(refusals.length >= 1 && refusals.length < 25, `${refusals.length} lines`)
  assert.equal(refusals[0]?.['caller'], 'edge-proxy')
  assert.match(await metrics.text(), /mtg_rpc_refused_total\{[^}]*caller="edge-proxy"[^}]*\} 50/)
})

test('both secrets of a caller are taken while one replaces the other', async () => {
  const next = newSecret()
  const both = [secrets.operator, next].map(secret => callersSetting('billing', () => secret)).join(',')
  const address = await serveWallet(both)
  for (const secret of [secrets.operator, next]) assert.equal((await ask(address, secret)).currency, 'USD')
})

test('probes need no identity; reflection and watching do', async () => {
  const address = await serveWallet()
  const health = createHealthClient({ address })
  cleanups.push(() => health.close())
  assert.equal(await health.isServing('', 2000), true)
  assert.equal(await health.isServing('database', 2000), true)
  assert.equal(await health.isServing('unknown', 2000), false)
  for (const path of [REFLECTION, '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo']) {
    assert.equal(await raw(address, path), grpc.status.UNAUTHENTICATED)
    const edge = `Bearer ${tokenFor(secrets['edge-proxy'] ?? '', 'billing')}`
    assert.equal(await raw(address, path, edge), grpc.status.PERMISSION_DENIED)
    for (const caller of ['operator', 'reader'] as const) {
      assert.equal(await raw(address, path, `Bearer ${tokenFor(secrets[caller] ?? '', 'billing')}`), grpc.status.OK)
    }
  }
  assert.equal(await raw(address, '/grpc.health.v1.Health/Watch'), grpc.status.UNAUTHENTICATED)
})

test('a server that is not told who may call does not start, and one for anyone says so', async () => {
  for (const [setting, reason] of [
    ['', /GRPC_CALLERS: is not set/],
    [' , ', /GRPC_CALLERS: is not set/],
    ['operator=abc', /64 hex digits/],
    [`stranger=${'0'.repeat(64)}`, /no caller "stranger"/],
  ] as const) {
    await assert.rejects(serveWallet(setting), reason)
  }
  lines.length = 0
  const address = await serveWallet('anyone')
  assert.equal((await ask(address)).currency, 'USD')
  assert.match(JSON.stringify(lines), /whoever reaches this port may call everything/)
})

test('every RPC of proto/ says who may call it, and what nobody named is for nobody', () => {
  const declared = Object.entries(allDefinitions()).flatMap(([name, definition]) =>
    'format' in definition ? [] : Object.keys(definition).map(method => `/${name}/${method}`),
  )
  assert.deepEqual(methodRows.map(({ path }) => path).toSorted(), declared.toSorted())
  // What somebody else says of themselves is said by nobody for them: signatures of documents, and edges' lines of the audit log.
  const notForOperators: Readonly<Record<string, readonly Caller[]>> = {
    '/gateway.oauth.v1.DocumentService/SignDocument': ['console'],
    '/gateway.auth.v1.AuditService/NoteAct': ['edge-proxy'],
    '/gateway.auth.v1.AuditService/NoteOutcome': ['edge-proxy'],
  }
  for (const { path, callers } of methodRows) {
    // Cells of billing: what they ask each other is nobody else's.
    const only = path.includes('CellPeerService') ? ['billing'] : notForOperators[path]
    if (only === undefined) assert.ok(callers.includes('operator'), path)
    else assert.deepEqual(callers, only, path)
  }
  assert.equal(mayCall('operator', '/gateway.billing.v1.WalletService/Unheard'), false)
  assert.equal(mayCall('operator', '/grpc.channelz.v1.Channelz/GetServers'), false)
})

test('the edge may do what a call needs, and nothing of administration', () => {
  const allowed = methodRows.filter(({ callers }) => callers.includes('edge-proxy')).map(({ path }) => path)
  const administration = /Admin|Ledger|TopUp|PublisherAccount|Wallet|SigningKey|Grant|DeadLetter|Circuit|Account/
  assert.deepEqual(
    allowed.filter(path => administration.test(path)),
    [],
  )
  assert.deepEqual(callersOf('edge-proxy').toSorted(), ['console', 'operator', 'reader'])
})

test('a reader changes nothing', () => {
  const allowed = methodRows.filter(({ callers }) => callers.includes('reader')).map(({ path }) => path)
  assert.ok(allowed.length > 10)
  for (const path of allowed) assert.match(path, /\/(Get|List|Summarize)[A-Za-z]+$/)
})
