import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import { type Caller, callers, callersOf, methodRows, tokenFor } from '@mtg/rpc'
import { type Constellation, startConstellation } from '@mtg/testing'

let gateway: Constellation
const clients = new Map<string, grpc.Client>()

before(async () => {
  gateway = await startConstellation()
})
after(async () => {
  for (const client of clients.values()) client.close()
  await gateway?.stop()
})

type Row = (typeof methodRows)[number]

function addressOf({ callee }: Row): string {
  const { auth, billing, metering, oauth, edge } = gateway.grpc
  return { auth, billing, metering, 'oauth-server': oauth, 'edge-proxy': edge }[callee]
}

function clientTo(address: string): grpc.Client {
  const known = clients.get(address) ?? new grpc.Client(address, grpc.credentials.createInsecure())
  clients.set(address, known)
  return known
}

/** Sends an empty message, or opens a stream and ends it. */
function call(row: Row, token?: string): Promise<grpc.StatusObject> {
  const metadata = new grpc.Metadata()
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`)
  const bytes = (buffer: Buffer) => buffer
  const deadline = Date.now() + 20_000
  const opened = clientTo(addressOf(row)).makeBidiStreamRequest(row.path, bytes, bytes, metadata, { deadline })
  return new Promise(resolve => {
    opened.on('data', () => {})
    opened.on('error', () => {})
    opened.on('status', resolve)
    if (!row.path.endsWith('Stream')) opened.write(Buffer.alloc(0))
    opened.end()
  })
}

/** A service may answer with the same statuses for reasons of its own: the gate is known by its words. */
const STRANGER = 'The calling service did not authenticate.'
const NOT_ALLOWED = 'The calling service may not do this.'

async function expectEach(rows: readonly Row[], check: (row: Row) => Promise<void>): Promise<void> {
  await Promise.all(rows.map(check))
}

/** Billing's cells do for each other whatever any caller may ask of billing. */
const isAllowed = (caller: Caller, { callee, callers: named }: Row) =>
  named.includes(caller) || (caller === 'billing' && callee === 'billing')

/** Those that `npm start` runs, and that call anybody. */
const present: readonly Caller[] = [
  'edge-proxy',
  'billing',
  'metering',
  'oauth-server',
  'console',
  'operator',
  'reader',
]

for (const caller of callers) {
  test(`${caller} reaches what it may call, and no other RPC of any service`, async () => {
    await expectEach(methodRows, async row => {
      const { details } = await call(row, tokenFor(gateway.secretOf(caller), row.callee))
      const isKnown = present.includes(caller) && callersOf(row.callee).includes(caller)
      const expected = isKnown ? NOT_ALLOWED : STRANGER
      if (isKnown && isAllowed(caller, row)) assert.ok(![NOT_ALLOWED, STRANGER].includes(details), row.path)
      else assert.equal(details, expected, row.path)
    })
  })
}

test('a taken-over edge can use nothing that its callers show it, and nothing of its own elsewhere', async () => {
  // What the operator shows the edge, and what the edge shows billing, at every service that they were not made for.
  const shown = [
    tokenFor(gateway.secretOf('operator'), 'edge-proxy'),
    tokenFor(gateway.secretOf('edge-proxy'), 'billing'),
  ]
  await expectEach(
    methodRows.filter(row => row.callee !== 'edge-proxy' && row.callee !== 'billing'),
    async row => {
      for (const token of shown) assert.equal((await call(row, token)).details, STRANGER, row.path)
    },
  )
})

test('who has no identity reaches no RPC', async () => {
  await expectEach(methodRows, async row => assert.equal((await call(row)).details, STRANGER, row.path))
})
