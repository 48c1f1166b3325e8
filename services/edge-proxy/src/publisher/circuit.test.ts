import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createLogger } from '@mtg/runtime'
import { createCircuits } from './circuit.ts'

function start() {
  const clock = createFakeClock()
  const log = createLogger({ service: 'test', level: 'fatal' })
  return { clock, circuits: createCircuits({ clock, log, random: () => 0.5 }) }
}
type Started = ReturnType<typeof start>
const fail = ({ circuits }: Started, times: number) => {
  for (let turn = 0; turn < times; turn += 1) circuits.enter('a').fail()
}
const stateOf = ({ circuits }: Started) => circuits.list().find(({ app }) => app === 'a')?.state ?? 'closed'

test('five failures in a row open the circuit, and other apps are not touched', () => {
  const started = start()
  fail(started, 4)
  assert.equal(stateOf(started), 'closed')
  fail(started, 1)
  assert.throws(() => started.circuits.enter('a'), { code: 'app_offline' })
  assert.doesNotThrow(() => started.circuits.enter('b'))
})

test('half of twenty calls failing within ten seconds opens the circuit', () => {
  const started = start()
  for (let turn = 0; turn < 9; turn += 1) {
    started.circuits.enter('a').succeed()
    started.circuits.enter('a').fail()
  }
  started.circuits.enter('a').succeed()
  assert.equal(stateOf(started), 'closed')
  started.circuits.enter('a').fail()
  assert.equal(stateOf(started), 'open')
})

test('failures that lie apart do not open the circuit', () => {
  const started = start()
  for (let turn = 0; turn < 40; turn += 1) {
    started.circuits.enter('a').succeed()
    started.circuits.enter('a').fail()
    started.clock.advance(2_000)
  }
  assert.equal(stateOf(started), 'closed')
})

test('after the pause one probe is let through, and two successes close the circuit', () => {
  const started = start()
  fail(started, 5)
  started.clock.advance(4_999)
  assert.throws(() => started.circuits.enter('a'), { code: 'app_offline' })
  started.clock.advance(1)
  const probe = started.circuits.enter('a')
  assert.throws(() => started.circuits.enter('a'), { code: 'app_offline' })
  probe.succeed()
  started.circuits.enter('a').succeed()
  assert.equal(stateOf(started), 'closed')
})

test('a failed probe opens the circuit for twice as long, up to two minutes', () => {
  const started = start()
  fail(started, 5)
  let pauseMs = 5_000
  for (let turn = 0; turn < 8; turn += 1) {
    started.clock.advance(pauseMs)
    started.circuits.enter('a').fail()
    pauseMs = Math.min(pauseMs * 2, 120_000)
    assert.equal(started.circuits.list()[0]?.retryInMs, pauseMs)
  }
})

test('a buyer who leaves during a probe makes room for the next one', () => {
  const started = start()
  fail(started, 5)
  started.clock.advance(5_000)
  started.circuits.enter('a').cancel()
  assert.doesNotThrow(() => started.circuits.enter('a'))
})

test('a stream that breaks after it began well counts as a failure', () => {
  const started = start()
  for (let turn = 0; turn < 10; turn += 1) {
    const permit = started.circuits.enter('a')
    permit.succeed()
    permit.fail()
  }
  assert.equal(stateOf(started), 'open')
})

test('an operator can close a circuit', () => {
  const started = start()
  fail(started, 5)
  assert.ok(started.circuits.reset('a'))
  assert.doesNotThrow(() => started.circuits.enter('a'))
  assert.ok(!started.circuits.reset('a'))
})
