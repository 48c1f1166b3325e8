import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { billing } from '@mtg/contracts'
import { openCallStreams } from './call-streams.ts'
import { callTo, type Harness, LIMITS, publishers, startHarness } from './harness.ts'
import { openKeys } from './keys.ts'

const PRICE = 2000n
const CALLERS = 5000
/** A root, two keys below it of which one has a cap of its own, and five below each of these; caps in calls. */
const CAPS = { root: 750, left: 300, leaf: 100 }

let system: Harness
let keys: ReturnType<typeof openKeys>
let processes: readonly ReturnType<typeof openStreams>[]

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  processes = [openStreams(system.address), openStreams(await system.startTwin())]
  keys = openKeys(system.address)
})
after(async () => {
  keys?.close()
  for (const streams of processes ?? []) streams.close()
  await system?.stop()
})

function openStreams(address: string) {
  const { reserves, settles, close } = openCallStreams(address)
  return {
    reserve: async (request: billing.ReserveRequest) =>
      (await reserves.send(request, LIMITS)).refusal?.code ?? 'admitted',
    settle: async (item: billing.SettleItem) => (await settles.send(item, LIMITS)).refusal?.code ?? 'done',
    close,
  }
}

const streamsOf = (index: number) => {
  const streams = processes[index % processes.length]
  assert.ok(streams)
  return streams
}

const capOf = (calls: number) => ({ totalMicros: (PRICE * BigInt(calls)).toString() })

/** Three generations of keys of a buyer who can pay for all calls. */
async function plant() {
  const buyerId = await system.buyer(PRICE * BigInt(CALLERS))
  const root = await keys.set(buyerId, capOf(CAPS.root), { name: 'root' })
  const left = await keys.set(buyerId, capOf(CAPS.left), { name: 'left', parent: root })
  const right = await keys.set(buyerId, {}, { name: 'right', parent: root })
  const leaves: string[] = []
  for (const parent of [left, right]) {
    for (let index = 0; index < 5; index += 1) {
      leaves.push(await keys.set(buyerId, capOf(CAPS.leaf), { name: `leaf-${index}`, parent }))
    }
  }
  return { buyerId, root, left, right, leaves }
}

const callsOf = async (keyId: string) => (await keys.spending(keyId)).total / PRICE

/** Many callers at once, over both processes, each with one of the keys; of every ten calls `failing` are given back. */
async function callAtOnce(buyerId: string, keyIds: readonly string[], count: number, failing = 0): Promise<number> {
  const delivered = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const call = { ...callTo('acme/search'), buyerId, keyId: keyIds[index % keyIds.length] ?? '' }
      const code = await streamsOf(index).reserve(call)
      if (code !== 'admitted') {
        assert.equal(code, 'spend_limit_exceeded')
        return 0
      }
      const { callId } = call
      const fails = index % 10 < failing
      const item = fails
        ? { release: { callId, reason: 'RELEASE_REASON_NOT_CHARGED' as const } }
        : { capture: { callId } }
      // Settled by the other process, as when an edge holds connections to both.
      assert.equal(await streamsOf(index + 1).settle(item), 'done')
      return fails ? 0 : 1
    }),
  )
  return delivered.reduce((sum: number, one) => sum + one, 0)
}

test(`${CALLERS} calls at once over two processes end with exactly those that fit three generations of caps`, async () => {
  const { buyerId, root, left, right, leaves } = await plant()
  assert.equal(await callAtOnce(buyerId, leaves, CALLERS), CAPS.root)
  assert.equal(await callsOf(root), BigInt(CAPS.root))
  assert.equal((await callsOf(left)) + (await callsOf(right)), BigInt(CAPS.root))
  assert.ok((await callsOf(left)) <= CAPS.left)
  for (const leaf of leaves) assert.ok((await callsOf(leaf)) <= CAPS.leaf)
  assert.equal((await system.wallet(buyerId)).balance, PRICE * BigInt(CALLERS - CAPS.root))

  // With room at the top, the middle and the lowest generation are what binds: 300 on the left, 5 x 100 on the right.
  await keys.set(buyerId, capOf(CALLERS), { keyId: root, name: 'root' })
  assert.equal(await callAtOnce(buyerId, leaves, 2000), 800 - CAPS.root)
  assert.equal(await callsOf(left), BigInt(CAPS.left))
  assert.deepEqual(
    await Promise.all(leaves.slice(5).map(callsOf)),
    leaves.slice(5).map(() => BigInt(CAPS.leaf)),
  )
})

test('with failures among them, what they free is there to be spent, to the last call', async () => {
  const { buyerId, root, leaves } = await plant()
  let delivered = await callAtOnce(buyerId, leaves, 1500, 3)
  // What the last failures freed.
  for (let round = 0; delivered < CAPS.root && round < 20; round += 1) {
    delivered += await callAtOnce(buyerId, leaves, 200)
  }
  assert.equal(delivered, CAPS.root)
  assert.deepEqual(await keys.spending(root), {
    total: PRICE * BigInt(CAPS.root),
    today: PRICE * BigInt(CAPS.root),
    last30Days: PRICE * BigInt(CAPS.root),
    open: 0,
  })
})

test('a full key stands in the way of no other', async () => {
  const { buyerId, leaves } = await plant()
  const [full = '', other = ''] = leaves
  assert.equal(await callAtOnce(buyerId, [full], 300), CAPS.leaf)
  assert.equal(await callAtOnce(buyerId, [full, other, ''], 300), 100 + 100)
})

test('the ledger adds up after all of this', async () => {
  assert.deepEqual(await system.breaches(), [])
})
