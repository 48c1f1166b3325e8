import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createLogger } from '@mtg/observability'
import { type GrpcServer, implement, serveGrpc } from '@mtg/rpc'
import { type AttemptsClient, createAttemptsClient } from './attempts.ts'

const TIMEOUT_MS = 4500
const call = { buyerId: 'ada', keyHash: Buffer.alloc(32), callId: 'one' }
const asks: Readonly<Record<string, (attempts: AttemptsClient) => Promise<unknown>>> = {
  BeginAttempt: attempts => attempts.begin(call, Buffer.alloc(32)),
  RenewAttempt: attempts => attempts.renew(call),
  FinishAttempt: attempts => attempts.finish(call, undefined),
  AbandonAttempt: attempts => attempts.abandon(call, 'failed'),
}

/** What the replica that hangs was asked. */
const hanging = new Set<string>()
let replicas: readonly GrpcServer[] = []

/** `reach` may keep a question for ever. */
const serveReplica = (reach: (method: string) => Promise<void>) =>
  serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log: createLogger({ service: 'test', level: 'silent' }),
    domain: 'gateway.test',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    implementations: [
      implement(services.billing.IdempotencyService, {
        async BeginAttempt() {
          await reach('BeginAttempt')
          return { started: { leaseMs: 1000 } }
        },
        async RenewAttempt() {
          await reach('RenewAttempt')
          return {}
        },
        async FinishAttempt() {
          await reach('FinishAttempt')
          return { done: true }
        },
        async AbandonAttempt() {
          await reach('AbandonAttempt')
          return {}
        },
      }),
    ],
    closeTimeoutMs: 50,
  })

before(async () => {
  const hang = (method: string) => {
    hanging.add(method)
    return new Promise<void>(() => {})
  }
  replicas = await Promise.all([serveReplica(hang), serveReplica(async () => {})])
})
after(async () => {
  for (const replica of replicas) await replica.close()
})

test('a billing that hangs costs no request with an Idempotency-Key: another replica answers for it', async () => {
  const address = replicas.map(replica => replica.address).join(',')
  const untilHanging = async ([method, ask]: [string, (attempts: AttemptsClient) => Promise<unknown>]) => {
    const attempts = createAttemptsClient({ address, token: '', timeoutMs: TIMEOUT_MS })
    try {
      // Both are asked in turn, once both are connected.
      while (!hanging.has(method)) await ask(attempts)
    } finally {
      attempts.close()
    }
  }
  await Promise.all(Object.entries(asks).map(untilHanging))
  assert.equal(hanging.size, 4)
})
