import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { startCells, untilTold } from './cells.ts'
import { appEntry, callTo, codeOf, LIMITS, publishers, tierEntry } from './harness.ts'

const NAMES = ['home', 'north', 'south']
const PRICE = 2000n

let system: Awaited<ReturnType<typeof startCells>>
before(async () => {
  system = await startCells(NAMES)
  await eventually(async () => {
    await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  })
})
after(() => system?.stop())

const cellAt = (index: number) => {
  const cell = system.cells[index % NAMES.length]
  assert.ok(cell)
  return cell
}

async function ownersOf(buyerIds: readonly string[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for (const { name, sql } of system.cells) {
    const { rows } = await sql.query<{ buyer_id: string }>('SELECT buyer_id FROM wallets WHERE buyer_id = ANY ($1)', [
      buyerIds,
    ])
    for (const { buyer_id: buyerId } of rows) {
      assert.equal(owners.has(buyerId), false, `${buyerId} has wallets in two cells`)
      owners.set(buyerId, name)
    }
  }
  return owners
}

async function balanceOf(buyerId: string, cell = 0): Promise<bigint> {
  const wallets = system.clientOf(services.billing.WalletService, cell)
  try {
    return BigInt((await wallets.GetWallet({ buyerId }, LIMITS)).balanceMicros)
  } finally {
    wallets.close()
  }
}

/** Reserves over one cell's streams, and captures over another's. */
async function call(buyerId: string, at: number): Promise<string> {
  const item = { ...callTo('acme/search'), buyerId }
  const refusal = await untilTold(() => cellAt(at).streams.reserves.send(item, LIMITS))
  if (refusal !== undefined) return refusal
  const capture = { callId: item.callId, buyerId }
  const unsettled = await untilTold(() => cellAt(at + 1).streams.settles.send({ capture }, LIMITS))
  return unsettled ?? 'captured'
}

async function breaches(): Promise<string[]> {
  const ledger = system.clientOf(services.billing.LedgerService)
  const { checks } = await ledger.VerifyLedger({}, LIMITS)
  ledger.close()
  return checks.flatMap(check => check.breaches)
}

test('money for K calls pays exactly K of all that ask at once, whichever cell they ask', async () => {
  const AFFORDABLE = 8
  const buyerIds = await system.buyers(12, PRICE * BigInt(AFFORDABLE))
  const owners = await ownersOf(buyerIds)
  assert.deepEqual(new Set(owners.values()), new Set(NAMES))
  const codes = await Promise.all(
    buyerIds.flatMap(buyerId => Array.from({ length: AFFORDABLE * 2 }, (_, index) => call(buyerId, index))),
  )
  const captured = codes.filter(code => code === 'captured').length
  assert.equal(captured, buyerIds.length * AFFORDABLE)
  assert.deepEqual(new Set(codes), new Set(['captured', 'insufficient_balance']))
  for (const [index, buyerId] of buyerIds.entries()) assert.equal(await balanceOf(buyerId, index % 3), 0n)
  assert.deepEqual(await breaches(), [])
})

test('what publishers are owed is the sum of all cells, and a payout brings it together', async () => {
  const buyerIds = await system.buyers(12, PRICE)
  assert.equal(new Set((await ownersOf(buyerIds)).values()).size, 3)
  const accounts = system.clientOf(services.billing.PublisherAccountService, 1)
  const earned = async () => BigInt((await accounts.GetEarnings({ username: 'acme' }, LIMITS)).payableMicros)
  const before = await earned()
  for (const buyerId of buyerIds) assert.equal(await call(buyerId, 0), 'captured')
  const payable = await earned()
  assert.equal(payable - before, PRICE * BigInt(buyerIds.length))
  const statements = system.clientOf(services.billing.StatementService, 2)
  const month = new Date().toISOString().slice(0, 7)
  const statement = await statements.GetMonthlyStatement({ account: { username: 'acme' }, month }, LIMITS)
  assert.equal(BigInt(statement.closingMicros), payable)

  const request = { username: 'acme', requestId: 'all' }
  const { payout } = await accounts.CreatePayout(request, LIMITS)
  assert.equal(BigInt(payout?.amountMicros ?? 0), payable - (payable % 10_000n))
  assert.equal((await accounts.CreatePayout(request, LIMITS)).payout?.payoutId, payout?.payoutId)
  assert.equal(await earned(), payable % 10_000n)
  const ledger = system.clientOf(services.billing.LedgerService)
  const { balances } = await ledger.ListBalances({}, LIMITS)
  assert.equal(balances.find(({ accountType }) => accountType === 'between_cells')?.balanceMicros, '0')
  assert.equal(
    balances.reduce((sum, { balanceMicros }) => sum + BigInt(balanceMicros), 0n),
    0n,
  )
  const { lines } = await statements.GetMonthlyStatement({ account: { username: 'acme' }, month }, LIMITS)
  assert.equal(
    lines.some(({ kind }) => kind === 'cell_transfer'),
    false,
  )
  assert.deepEqual(await breaches(), [])
  for (const client of [accounts, statements, ledger]) client.close()
})

test('a price that was changed is charged in every cell from the answer on', async () => {
  const buyerIds = await system.buyers(9, 100_000n)
  for (const priceMicros of [700n, 300n]) {
    const entry = appEntry('search', {
      tiers: [tierEntry('TIER_FREE', {}), tierEntry('TIER_PAID', { priceMicros: priceMicros.toString() })],
    })
    const [acme, ...rest] = publishers
    const apps = (acme?.apps ?? []).map(app => (app.name === 'search' ? entry : app))
    await system.catalog.ApplyCatalog({ publishers: [{ ...acme, apps }, ...rest] }, LIMITS)
    for (const buyerId of buyerIds) {
      const before = await balanceOf(buyerId)
      assert.equal(await call(buyerId, 2), 'captured')
      assert.equal(before - (await balanceOf(buyerId)), priceMicros)
    }
  }
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})

test('what a publisher changes has facts about nobody else read again, in any cell', async () => {
  const [told, untold] = ['http://127.0.0.1:9101/mcp', 'http://127.0.0.1:9199/mcp']
  const [victim = ''] =
    [...(await ownersOf(await system.buyers(6, PRICE * 1000n)))].find(([, at]) => at === 'north') ?? []
  const north = system.cellNamed('north')
  /** Behind its back. */
  const move = (url: string) => north.sql.query('UPDATE apps SET upstream_url = $1', [url])
  const upstream = async () => {
    const item = { ...callTo('acme/search'), buyerId: victim }
    return (await north.streams.reserves.send(item, LIMITS)).reservation?.upstream?.url
  }
  const change = (username: string, suspended = false) =>
    system.catalog.SetPublisherStatus({ username, suspended }, LIMITS)
  // A cell may hear late of the buyers themselves, and then reads all again: the next time it does not.
  await eventually(async () => {
    await move(told)
    await change('acme')
    await eventually(async () => assert.equal(await upstream(), told))
    await move(untold)
    for (const suspended of [false, true]) await change('banned', suspended)
    assert.equal(await upstream(), told)
  })
  await change('acme')
  await eventually(async () => assert.equal(await upstream(), untold))
  await move(told)
  await change('acme')
})

test('a top-up is paid at the page of any cell, and its money comes once, to the buyer’s', async () => {
  const buyerIds = await system.buyers(6, 0n)
  const topUps = system.clientOf(services.billing.TopUpService)
  for (const buyerId of buyerIds) {
    const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: '5000000', requestId: randomUUID() }, LIMITS)
    const page = new URL(topUp?.checkoutUrl ?? '')
    assert.equal((await fetch(page)).status, 200)
    const paid = await fetch(page, { method: 'POST', body: 'action=pay', redirect: 'manual' })
    assert.equal(paid.status, 303)
    await eventually(async () => assert.equal(await balanceOf(buyerId), 5_000_000n))
    assert.equal((await topUps.GetTopUp({ topUpId: topUp?.topUpId ?? '' }, LIMITS)).topUp?.state, 'TOP_UP_STATE_PAID')
  }
  assert.deepEqual(await breaches(), [])
  topUps.close()
})

test('edges are told the map, and only other cells may say that a question was handed on', async () => {
  const cells = createClient(services.billing.CellService, {
    address: cellAt(2).address,
    token: system.secrets['edge-proxy'],
  })
  const map = await cells.GetCellMap({}, LIMITS)
  assert.deepEqual(
    map.cells.map(({ name }) => name),
    NAMES,
  )
  assert.deepEqual((await cells.GetCellMap({ knownVersion: map.version }, LIMITS)).cells, [])
  const peers = createClient(services.billing.CellPeerService, {
    address: cellAt(0).address,
    token: system.secrets['edge-proxy'],
  })
  assert.equal(await codeOf(peers.GetCellState({}, LIMITS)), 'permission_denied')
  const [buyerId = ''] = await system.buyers(1, 10n)
  const owner = (await ownersOf([buyerId])).get(buyerId)
  const elsewhere = NAMES.findIndex(name => name !== owner)
  const forging = createClient(services.billing.WalletService, {
    address: cellAt(elsewhere).address,
    token: system.secrets.operator,
    forwards: true,
  })
  assert.equal((await forging.GetWallet({ buyerId }, LIMITS)).balanceMicros, '10')
  for (const client of [cells, peers, forging]) client.close()
})

test('a cell that is away is away for its buyers only, and sums name it', async () => {
  const buyerIds = await system.buyers(12, PRICE * 10n)
  const owners = await ownersOf(buyerIds)
  const listed = system.clientOf(services.billing.CellService)
  const ledger = system.clientOf(services.billing.LedgerService)
  await cellAt(2).stop()
  for (const buyerId of buyerIds) {
    if (owners.get(buyerId) !== 'south') assert.equal(await call(buyerId, 0), 'captured')
  }
  const lost = buyerIds.find(buyerId => owners.get(buyerId) === 'south') ?? ''
  const { refusal } = await cellAt(0).streams.reserves.send({ ...callTo('acme/search'), buyerId: lost }, LIMITS)
  assert.equal(refusal?.code, 'cell_unavailable')
  await assert.rejects(ledger.VerifyLedger({}, LIMITS), /cell "south"/)
  const { cells } = await listed.ListCells({}, LIMITS)
  assert.deepEqual(
    cells.map(({ failure }) => failure),
    ['', '', 'cell_unavailable'],
  )
  await cellAt(2).start()
  await eventually(async () => {
    for (const buyerId of buyerIds) assert.equal(await call(buyerId, 0), 'captured')
  })
  assert.deepEqual(await breaches(), [])
  for (const client of [listed, ledger]) client.close()
})
