import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyLimits, refusingList, widerLimit } from './key-limits.ts'

const NONE: KeyLimits = {
  totalMicros: null,
  perDayMicros: null,
  per30DaysMicros: null,
  maxPriceMicros: null,
  apps: [],
  tools: [],
  concurrent: null,
  loop: null,
}

const listed = (apps: string[], tools: string[] = []) => ({ apps, tools })
const call = (app: string, tool = 'lookup', isBillable = true) => ({ app, tool, isBillable })

test('without lists everything may be called', () => {
  assert.equal(refusingList(listed([]), call('acme/search')), undefined)
})

test('with apps only those may be called, with any tool', () => {
  const lists = listed(['acme/search'])
  assert.equal(refusingList(lists, call('acme/search')), undefined)
  assert.equal(refusingList(lists, call('acme/searches')), 'apps')
  assert.equal(refusingList(lists, call('acme/other', '', false)), 'apps')
})

test('tools narrow the apps that they name, and let no other app in', () => {
  const lists = listed(['acme/chat', 'acme/search'], ['acme/search#deep', 'acme/maps#route'])
  assert.equal(refusingList(lists, call('acme/chat', '')), undefined)
  assert.equal(refusingList(lists, call('acme/search', 'deep')), undefined)
  assert.equal(refusingList(lists, call('acme/search', 'lookup')), 'tools')
  assert.equal(refusingList(lists, call('acme/search', '')), 'tools')
  assert.equal(refusingList(lists, call('acme/maps', 'route')), undefined)
  assert.equal(refusingList(lists, call('acme/other')), 'apps')
  assert.equal(refusingList(listed([], ['acme/maps#route']), call('acme/other')), 'tools')
})

test('what is not billed may be asked of an app that has tools on the list', () => {
  assert.equal(refusingList(listed([], ['acme/search#deep']), call('acme/search', '', false)), undefined)
})

test('a limit that is above one of an ancestor is wider, one that is left out is not', () => {
  const above = { ...NONE, totalMicros: 10n, per30DaysMicros: 5n, maxPriceMicros: 3n, concurrent: 2 }
  assert.equal(widerLimit(NONE, above), undefined)
  assert.equal(widerLimit(above, above), undefined)
  assert.equal(widerLimit({ ...NONE, perDayMicros: 100n }, above), undefined)
  assert.equal(widerLimit({ ...NONE, totalMicros: 11n }, above), 'totalMicros')
  assert.equal(widerLimit({ ...NONE, concurrent: 3 }, above), 'concurrent')
})

test('lists must not name what an ancestor may not call', () => {
  const above = { ...NONE, ...listed(['acme/chat'], ['acme/search#deep']) }
  const child = (apps: string[], tools: string[] = []) => widerLimit({ ...NONE, ...listed(apps, tools) }, above)
  assert.equal(child(['acme/chat']), undefined)
  assert.equal(child([], ['acme/chat#any', 'acme/search#deep']), undefined)
  assert.equal(child(['acme/search'], ['acme/search#deep']), undefined)
  assert.equal(child(['acme/search']), 'apps')
  assert.equal(child(['acme/other']), 'apps')
  assert.equal(child([], ['acme/search#lookup']), 'tools')
  assert.equal(child([], ['acme/other#x']), 'tools')
})
