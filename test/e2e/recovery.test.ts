import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Constellation, callTool, chat, eventually, startConstellation } from '@mtg/testing'
import { ada, apps, sampleMarketplace } from './shop/samples.ts'

const BACK_WITHIN_MS = 2_000
/** Two seconds are for services; a server makes sure first that nothing of the killed one is left, and recovers. */
const SERVER_BACK_WITHIN_MS = 30_000
const SERVERS = new Set(['postgres', 'redis', 'nats'])
/** A freshly started process may need to load, connect and be noticed before it serves. */
const SERVES_WITHIN_MS = 30_000

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, console: true, samples: true, ownServers: true })
})

after(() => gateway?.stop())

async function callBoth(): Promise<Answer[]> {
  const caller = { baseUrl: gateway.baseUrl, credential: ada.key }
  return [
    await callTool({ ...caller, app: apps.toolbox.app, tool: 'hash_text', arguments: { text: 'again' } }),
    await chat({ ...caller, app: apps.chat.app }),
  ]
}

async function assertServes(): Promise<void> {
  for (const answer of await callBoth()) assert.equal(answer.status, 200, answer.text)
}

/** Kills a process, and waits until a new one has taken its place. */
async function killAndAwaitReplacement(name: string): Promise<void> {
  const withinMs = SERVERS.has(name) ? SERVER_BACK_WITHIN_MS : BACK_WITHIN_MS
  const killed = gateway.kill(name)
  await eventually(() => {
    const now = gateway.pids()[name]
    assert.ok(now !== undefined && now !== killed, `${name} is still away`)
  }, withinMs)
}

describe('killed outright, it is back (a service within two seconds) and calls succeed again', () => {
  for (const name of [
    'auth',
    'billing',
    'metering',
    'oauth-server',
    'console',
    'edge-proxy',
    'postgres',
    'redis',
    'nats',
  ]) {
    test(name, async () => {
      await assertServes()
      await killAndAwaitReplacement(name)
      await eventually(assertServes, SERVES_WITHIN_MS)
      await eventually(async () => {
        const health = await fetch(`${gateway.baseUrl}/health`)
        assert.equal(health.status, 200, await health.text())
      }, SERVES_WITHIN_MS)
    })
  }
})

test('a call that finds a service away is refused or served, and never half of both', async () => {
  const answers: Promise<Answer>[] = []
  for (const name of ['billing', 'auth', 'metering']) {
    gateway.kill(name)
    answers.push(
      ...Array.from({ length: 10 }, () => chat({ baseUrl: gateway.baseUrl, app: apps.chat.app, credential: ada.key })),
    )
  }
  for (const answer of await Promise.all(answers)) {
    if (answer.status !== 200) {
      assert.match(answer.code ?? '', /^(internal_error|database_error|overloaded)$/, answer.text)
    }
  }
  await gateway.ready()
  await eventually(assertServes, SERVES_WITHIN_MS)
})

test('after all the kills every charged call has its usage record, nothing is held, and the ledger adds up', async () => {
  await gateway.reconcile()
  await eventually(async () => {
    const { missingCount, surplusCount } = await gateway.reconcile()
    assert.deepEqual([missingCount, surplusCount], ['0', '0'])
  }, 20_000)
  await gateway.verifyLedger()
})
