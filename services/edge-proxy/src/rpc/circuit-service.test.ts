import assert from 'node:assert/strict'
import { test } from 'node:test'
import { services } from '@mtg/contracts'
import { createLogger } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { type Act, type ActOutcome, createClient, serveGrpc } from '@mtg/rpc'
import { Circuits } from '../publisher/circuit.ts'
import { circuitActs, circuitService } from './circuit-service.ts'

test('operators see open circuits and can close them', async () => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const circuits = new Circuits({ clock: createFakeClock(), log, random: () => 0.5 })
  for (let turn = 0; turn < 5; turn += 1) circuits.enter('acme/search', 'ada').fail('app')
  const acts: (Act | ActOutcome)[] = []
  const actLog = {
    begin: async (act: Act) => void acts.push(act),
    end: async (_id: string, end: ActOutcome) => void acts.push(end),
  }
  const server = await serveGrpc({
    administration: { log: actLog, findOperator: async () => undefined, descriptions: [circuitActs(circuits)] },
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log,
    domain: 'gateway.edge',
    implementations: [circuitService(circuits)],
    health: { ready: async () => ({ ready: true, checks: [] }) },
  })
  const client = createClient(services.edge.CircuitService, { address: server.address })
  const limits = { timeoutMs: 5_000 }
  try {
    const { circuits: listed } = await client.ListCircuits({}, limits)
    const expected = {
      app: 'acme/search',
      buyerId: '',
      state: 'CIRCUIT_STATE_OPEN',
      consecutiveFailures: 5,
      retryInMs: '5000',
    }
    assert.deepEqual(
      listed.map(circuit => ({ ...circuit })),
      [expected],
    )
    assert.deepEqual((await client.ResetCircuit({ app: 'acme/search' }, limits)).changed, true)
    const [act, outcome] = acts
    assert.partialDeepStrictEqual(act, {
      action: 'CircuitService.ResetCircuit',
      target: 'circuit:acme/search',
      before: { circuits: [{ buyerId: '', state: 'open', consecutiveFailures: 5 }] },
    })
    assert.deepEqual(outcome, { outcome: 'done', code: '', after: { changed: true } })
    assert.doesNotThrow(() => circuits.enter('acme/search', 'ada'))
    await assert.rejects(client.ResetCircuit({ app: '' }, limits), { code: 'invalid_argument' })
  } finally {
    client.close()
    await server.close()
  }
})
