import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { Circuits } from './circuit.ts'

function start() {
  const clock = createFakeClock()
  const log = createLogger({ service: 'test', level: 'fatal' })
  return { clock, circuits: new Circuits({ clock, log, random: () => 0.5 }) }
}
type Started = ReturnType<typeof start>
const fail = ({ circuits }: Started, times: number) => {
  for (let turn = 0; turn < times; turn += 1) circuits.enter('a', 'ada').fail('app')
}
const stateOf = ({ circuits }: Started) => circuits.list().find(({ app }) => app === 'a')?.state ?? 'closed'

test('five failures in a row open the circuit, and other apps are not touched', () => {
  const started = start()
  fail(started, 4)
  assert.equal(stateOf(started), 'closed')
  fail(started, 1)
  assert.throws(() => started.circuits.enter('a', 'ada'), { code: 'app_offline' })
  assert.doesNotThrow(() => started.circuits.enter('b', 'ada'))
})

test('half of twenty calls failing within ten seconds opens the circuit', () => {
  const started = start()
  for (let turn = 0; turn < 9; turn += 1) {
    started.circuits.enter('a', 'ada').succeed()
    started.circuits.enter('a', 'ada').fail('app')
  }
  started.circuits.enter('a', 'ada').succeed()
  assert.equal(stateOf(started), 'closed')
  started.circuits.enter('a', 'ada').fail('app')
  assert.equal(stateOf(started), 'open')
})

test('failures that lie apart do not open the circuit', () => {
  const started = start()
  for (let turn = 0; turn < 40; turn += 1) {
    started.circuits.enter('a', 'ada').succeed()
    started.circuits.enter('a', 'ada').fail('app')
    started.clock.advance(2_000)
  }
  assert.equal(stateOf(started), 'closed')
})

test('after the pause one probe is let through, and two successes close the circuit', () => {
  const started = start()
  fail(started, 5)
  started.clock.advance(4_999)
  assert.throws(() => started.circuits.enter('a', 'ada'), { code: 'app_offline' })
  started.clock.advance(1)
  const probe = started.circuits.enter('a', 'ada')
  assert.throws(() => started.circuits.enter('a', 'ada'), { code: 'app_offline' })
  probe.succeed()
  started.circuits.enter('a', 'ada').succeed()
  assert.equal(stateOf(started), 'closed')
})

test('a failed probe opens the circuit for twice as long, up to two minutes', () => {
  const started = start()
  fail(started, 5)
  let pauseMs = 5_000
  for (let turn = 0; turn < 8; turn += 1) {
    started.clock.advance(pauseMs)
    started.circuits.enter('a', 'ada').fail('app')
    pauseMs = Math.min(pauseMs * 2, 120_000)
    assert.equal(started.circuits.list()[0]?.retryInMs, pauseMs)
  }
})

test('a buyer who leaves during a probe makes room for the next one', () => {
  const started = start()
  fail(started, 5)
  started.clock.advance(5_000)
  started.circuits.enter('a', 'ada').cancel()
  assert.doesNotThrow(() => started.circuits.enter('a', 'ada'))
})

test('a stream that breaks after it began well counts as a failure', () => {
  const started = start()
  for (let turn = 0; turn < 10; turn += 1) {
    const permit = started.circuits.enter('a', 'ada')
    permit.succeed()
    permit.fail('app')
  }
  assert.equal(stateOf(started), 'open')
})

test('an operator can close a circuit', () => {
  const started = start()
  fail(started, 5)
  assert.ok(started.circuits.reset('a'))
  assert.doesNotThrow(() => started.circuits.enter('a', 'ada'))
  assert.ok(!started.circuits.reset('a'))
})

test("failures at one buyer's calls open that buyer's circuit, and nobody else's", () => {
  const { circuits, clock } = start()
  for (let turn = 0; turn < 5; turn += 1) circuits.enter('a', 'mallory').fail('call')
  assert.throws(() => circuits.enter('a', 'mallory'), { code: 'app_offline' })
  for (let turn = 0; turn < 100; turn += 1) circuits.enter('a', 'ada').succeed()
  assert.deepEqual(
    circuits.list().map(({ app, buyerId, state }) => [app, buyerId, state]),
    [['a', 'mallory', 'open']],
  )
  assert.equal(circuits.count('open'), 1)
  clock.advance(5_000)
  circuits.enter('a', 'mallory').fail('call')
  assert.throws(() => circuits.enter('a', 'mallory'), { code: 'app_offline' })
  assert.doesNotThrow(() => circuits.enter('a', 'ada'))
  assert.ok(circuits.reset('a'))
  assert.doesNotThrow(() => circuits.enter('a', 'mallory'))
})

test('failures at the calls of two buyers open the circuit for all', () => {
  const { circuits } = start()
  for (let turn = 0; turn < 4; turn += 1) circuits.enter('a', 'ada').fail('call')
  circuits.enter('a', 'bob').fail('call')
  assert.throws(() => circuits.enter('a', 'eve'), { code: 'app_offline' })
})

test('one buyer alone cannot keep a circuit open that others find closed', () => {
  const { circuits, clock } = start()
  for (let turn = 0; turn < 5; turn += 1) circuits.enter('a', `buyer ${turn}`).fail('app')
  clock.advance(5_000)
  circuits.enter('a', 'mallory').fail('call')
  circuits.enter('a', 'ada').succeed()
  circuits.enter('a', 'ada').succeed()
  assert.doesNotThrow(() => circuits.enter('a', 'eve'))
})

test('circuits are bounded, those of apps and those of buyers', () => {
  const { circuits } = start()
  for (let turn = 0; turn < 12_000; turn += 1) circuits.enter(`app${turn}`, 'mallory').fail('call')
  assert.ok(circuits.list().length <= 20_000)
})
