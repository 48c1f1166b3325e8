import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountId, asBuyerId, type BuyerId, uuidv7 } from '@mtg/primitives'
import type { LiveEvent } from '../../domain/live.ts'
import { createLiveAccounts, type LiveSources, type Watcher } from './live-accounts.ts'

const WALLET = { balanceMicros: 5n, heldMicros: 0n, availableMicros: 5n }
const ada = asBuyerId(uuidv7(Date.now()))
const bob = asBuyerId(uuidv7(Date.now()))

/** The present, as a test sets it; and how often it was asked about. */
function present() {
  const state = { marks: new Map<BuyerId, string>(), sessions: new Set(['s']), asked: 0, isAway: false }
  const marksOf = (ids: readonly BuyerId[]) => ids.map(buyerId => ({ buyerId, mark: state.marks.get(buyerId) ?? '' }))
  const sources: LiveSources = {
    async wallets(ids) {
      state.asked += 1
      if (state.isAway) throw new Error('billing is away')
      return marksOf(ids).map(({ buyerId, mark }) => ({ buyerId, wallet: WALLET, purchasesMark: mark }))
    },
    calls: async ids => marksOf(ids),
    keys: async ids => marksOf(ids),
    sessions: async () => state.sessions,
  }
  return { state, sources }
}

function watcherOf(buyerId: BuyerId, sessionId = 's') {
  const heard: LiveEvent['name'][] = []
  let ended = 0
  const watcher: Watcher = {
    accountId: `account-${buyerId}` as AccountId,
    buyerId,
    sessionId,
    send: event => void heard.push(event.name),
    end: () => {
      ended += 1
    },
  }
  return { watcher, heard: () => heard.splice(0), ended: () => ended }
}

const ALL = ['calls', 'keys', 'purchases', 'wallet']

test('each is told all of it once, then only what changed of their own, and one question asks for everybody', async () => {
  const { state, sources } = present()
  const accounts = createLiveAccounts(sources, { ofAccountMax: 2, max: 10 })
  const [one, two, other] = [watcherOf(ada), watcherOf(ada), watcherOf(bob)]
  for (const { watcher } of [one, two, other]) accounts.add(watcher)
  await accounts.look()
  for (const each of [one, two, other]) assert.deepEqual(each.heard().sort(), ALL)
  state.marks.set(ada, 'moved')
  await accounts.look()
  assert.deepEqual([one.heard().sort(), two.heard().sort(), other.heard()], [ALL.slice(0, 3), ALL.slice(0, 3), []])
  assert.equal(state.asked, 2)
})

test('what moved while a source was away is told when it is back, and the others are told meanwhile', async () => {
  const { state, sources } = present()
  const accounts = createLiveAccounts(sources, { ofAccountMax: 2, max: 10 })
  const one = watcherOf(ada)
  accounts.add(one.watcher)
  state.isAway = true
  await assert.rejects(accounts.look(), /billing is away/)
  assert.deepEqual(one.heard().sort(), ['calls', 'keys'])
  state.isAway = false
  await accounts.look()
  assert.deepEqual(one.heard().sort(), ['purchases', 'wallet'])
})

test('an account and all together have only so many places, and one that leaves gives its place back', async () => {
  const { sources } = present()
  const accounts = createLiveAccounts(sources, { ofAccountMax: 1, max: 2 })
  const leave = accounts.add(watcherOf(ada).watcher)
  assert.throws(() => accounts.add(watcherOf(ada).watcher), { code: 'overloaded' })
  accounts.add(watcherOf(bob).watcher)
  assert.throws(() => accounts.add(watcherOf(asBuyerId(uuidv7(Date.now()))).watcher), { code: 'overloaded' })
  leave()
  accounts.add(watcherOf(ada).watcher)
})

test('who has no session any more is told nothing more', async () => {
  const { sources } = present()
  const accounts = createLiveAccounts(sources, { ofAccountMax: 1, max: 2 })
  const [gone, here] = [watcherOf(ada, 'ended'), watcherOf(bob)]
  accounts.add(gone.watcher)
  accounts.add(here.watcher)
  await accounts.look()
  assert.deepEqual([gone.ended(), here.ended()], [1, 0])
})

test('nobody is asked about while nobody looks', async () => {
  const { state, sources } = present()
  const accounts = createLiveAccounts(sources, { ofAccountMax: 1, max: 2 })
  accounts.add(watcherOf(ada).watcher)()
  await accounts.look()
  assert.equal(state.asked, 0)
})
