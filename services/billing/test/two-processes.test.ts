import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { billing } from '@mtg/contracts'
import { openCallStreams } from './call-streams.ts'
import { callTo, type Harness, publishers, startHarness } from './harness.ts'

const PRICE = 2000n
/** For thousands at once, on a machine that is busy with other things. */
const LIMITS = { timeoutMs: 120_000 }
const AFFORDABLE = 700
const CALLERS = 5000

let system: Harness
let processes: readonly ReturnType<typeof openStreams>[]

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  processes = [openStreams(system.address), openStreams(await system.startTwin())]
})
after(async () => {
  for (const streams of processes ?? []) streams.close()
  await system?.stop()
})

function openStreams(address: string) {
  const { reserves, settles, close } = openCallStreams(address)
  return {
    async reserve(request: billing.ReserveRequest): Promise<string> {
      const result = await reserves.send(request, LIMITS)
      return result.refusal?.code ?? 'admitted'
    },
    async settle(item: billing.SettleItem): Promise<string> {
      const result = await settles.send(item, LIMITS)
      return result.refusal?.code ?? 'done'
    },
    close,
  }
}

const streamsOf = (index: number) => {
  const streams = processes[index % processes.length]
  assert.ok(streams)
  return streams
}

const count = (codes: readonly string[], code: string) => codes.filter(known => known === code).length

test(`money for ${AFFORDABLE} calls pays exactly ${AFFORDABLE} of ${CALLERS} callers at once over two processes`, async () => {
  const buyerId = await system.buyer(PRICE * BigInt(AFFORDABLE))
  const calls = Array.from({ length: CALLERS }, () => ({ ...callTo('acme/search'), buyerId }))
  const codes = await Promise.all(
    calls.map(async (call, index) => {
      const code = await streamsOf(index).reserve(call)
      // Captured by the other process, as when an edge holds connections to both.
      if (code === 'admitted') await streamsOf(index + 1).settle({ capture: { callId: call.callId } })
      return code
    }),
  )
  assert.deepEqual(
    [...new Set(codes)].sort((a, b) => a.localeCompare(b)),
    ['admitted', 'insufficient_balance'],
  )
  assert.equal(count(codes, 'admitted'), AFFORDABLE)
  assert.equal(count(codes, 'insufficient_balance'), CALLERS - AFFORDABLE)
  assert.deepEqual(await system.wallet(buyerId), { balance: 0n, held: 0n })
})

test('with a fifth of the calls failing, exactly the others are paid, and failures free money for later callers', async () => {
  const buyerId = await system.buyer(PRICE * 100n)
  let delivered = 0
  const workers = Array.from({ length: 40 }, async (_, worker) => {
    for (let round = 0; round < 12; round += 1) {
      const call = { ...callTo('acme/search'), buyerId }
      if ((await streamsOf(worker).reserve(call)) !== 'admitted') continue
      const { callId } = call
      const fails = (worker + round) % 5 === 0
      const item = fails
        ? { release: { callId, reason: 'RELEASE_REASON_NOT_CHARGED' as const } }
        : { capture: { callId } }
      assert.equal(await streamsOf(worker + 1).settle(item), 'done')
      if (!fails) delivered += 1
    }
  })
  await Promise.all(workers)
  // What the last failures freed is still there to be spent.
  for (;;) {
    const call = { ...callTo('acme/search'), buyerId }
    if ((await streamsOf(0).reserve(call)) !== 'admitted') break
    await streamsOf(1).settle({ capture: { callId: call.callId } })
    delivered += 1
  }
  assert.deepEqual(await system.wallet(buyerId), { balance: PRICE * BigInt(100 - delivered), held: 0n })
  assert.equal(delivered, 100)
})

test('the same call sent to both processes at once is one call', async () => {
  const buyerId = await system.buyer(PRICE * 1000n)
  const calls = Array.from({ length: 200 }, () => ({ ...callTo('acme/search'), callId: randomUUID(), buyerId }))
  const codes = await Promise.all(calls.flatMap(call => [streamsOf(0).reserve(call), streamsOf(1).reserve(call)]))
  assert.equal(count(codes, 'admitted'), 400)
  assert.equal((await system.wallet(buyerId)).held, PRICE * 200n)
  const settled = await Promise.all(
    calls.flatMap(({ callId }) => [
      streamsOf(0).settle({ capture: { callId } }),
      streamsOf(1).settle({ release: { callId, reason: 'RELEASE_REASON_NOT_CHARGED' } }),
    ]),
  )
  assert.equal(count(settled, 'done'), 200)
  assert.equal(count(settled, 'reservation_resolved'), 200)
})

test('the ledger adds up after all of this', async () => {
  assert.deepEqual(await system.breaches(), [])
})
