import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { asAppId, asBuyerId, asCallId, asPurchaseId, uuidv7 } from '@mtg/primitives'
import type { Call } from '../../domain/call.ts'
import type { HoldOutcome, SettleRequest } from '../../domain/call-move.ts'
import type { WindowVerdict } from '../../domain/rate-windows.ts'
import { type AdmitDeps, admit } from './admit.ts'

const CALL: Call = {
  buyerId: asBuyerId(uuidv7(0)),
  username: 'acme',
  appName: 'search',
  callId: asCallId(uuidv7(0)),
  adapter: 'mcp',
  isBillable: true,
  tool: 'lookup',
  keyId: null,
  name: '',
  maxPriceMicros: null,
  argumentsDigest: null,
  wantsPrices: false,
}
const ADMISSION = {
  appId: asAppId(uuidv7(0)),
  timeoutMs: 1000,
  purchase: { id: asPurchaseId(uuidv7(0)), tier: 'paid' as const },
  limits: { perMinute: 1000n, perDay: 1000n },
  watching: [],
}
const HELD: HoldOutcome = { isHeld: true, priceMicros: 5n, isKnown: false }

/** What was asked of windows and money, in its order. */
function stage(world: { isRoomy: boolean; verdict: boolean; hold: () => Promise<HoldOutcome> }) {
  const asked: string[] = []
  const settled: SettleRequest[] = []
  const deps: AdmitDeps = {
    resolve: () => Promise.reject(new Error('nothing changed')),
    keyRules: () => Promise.reject(new Error('nothing is asked of keys')),
    whenSpendingFrees: async () => undefined,
    reservationTtlMs: 1,
    moves: {
      pending: 0,
      hold() {
        asked.push('hold')
        return world.hold()
      },
      async settle(request) {
        settled.push(request)
        return { code: '', amountMicros: 5n }
      },
    },
    windows: {
      hasPlenty: () => world.isRoomy,
      async take(): Promise<WindowVerdict> {
        asked.push('take')
        await new Promise(setImmediate)
        asked.push('taken')
        return world.verdict
          ? { isTaken: true, giveBack: () => void asked.push('give back') }
          : { isTaken: false, retryAfterMs: 1000 }
      },
    },
    loops: {
      count: () => Promise.reject(new Error('nobody watches')),
      close: () => {},
    },
  }
  return { deps, asked, settled }
}

test('where windows are nearly full they are asked before anything is held', async () => {
  const { deps, asked } = stage({ isRoomy: false, verdict: true, hold: async () => HELD })
  assert.equal((await admit(deps, CALL, ADMISSION))?.priceMicros, 5n)
  assert.deepEqual(asked, ['take', 'taken', 'hold'])
})

test('where there is plenty of room nothing waits for the windows', async () => {
  const { deps, asked, settled } = stage({ isRoomy: true, verdict: true, hold: async () => HELD })
  assert.equal((await admit(deps, CALL, ADMISSION))?.priceMicros, 5n)
  assert.deepEqual(asked, ['take', 'hold', 'taken'])
  assert.deepEqual(settled, [])
})

const refused = (code: 'insufficient_balance') => async (): Promise<HoldOutcome> => ({
  isHeld: false,
  code,
  priceMicros: 5n,
  windowEndsAt: null,
})
const broken = () => Promise.reject(appError('database_error'))
const known = async (): Promise<HoldOutcome> => ({ isHeld: true, priceMicros: 5n, isKnown: true })

for (const [what, hold, givesBack] of [
  ['was held', async () => HELD, true],
  ['may have been held', broken, true],
  ['was refused', refused('insufficient_balance'), false],
  ['belongs to an earlier asking', known, false],
] as const) {
  test(`windows that refuse after all win, and what ${what} is ${givesBack ? 'given back' : 'left alone'}`, async () => {
    const { deps, settled } = stage({ isRoomy: true, verdict: false, hold })
    await assert.rejects(admit(deps, CALL, ADMISSION), { code: 'rate_limit_exceeded' })
    const expected = [{ callId: CALL.callId, action: 'release', totalTokens: 0n, outcome: 'rate_limit_exceeded' }]
    assert.deepEqual(settled, givesBack ? expected : [])
  })
}

for (const [verdict, wants] of [
  [true, 'the place that it takes'],
  [false, 'its money given back'],
] as const) {
  test(`a call whose price was held when it was looked up is held once; it gets ${wants}`, async () => {
    const { deps, asked, settled } = stage({ isRoomy: false, verdict, hold: broken })
    const purchase = { ...ADMISSION.purchase, outcome: HELD }
    const admitted = admit(deps, CALL, { ...ADMISSION, purchase })
    if (verdict) assert.equal((await admitted)?.priceMicros, 5n)
    else await assert.rejects(admitted, { code: 'rate_limit_exceeded' })
    assert.deepEqual(asked, ['take', 'taken'])
    assert.equal(settled.length, verdict ? 0 : 1)
  })
}

for (const isRoomy of [true, false]) {
  test(`a refusal by the wallet keeps its place, and our own failure gives it back; asked ${isRoomy ? 'at once' : 'in turn'}`, async () => {
    const poor = stage({ isRoomy, verdict: true, hold: refused('insufficient_balance') })
    await assert.rejects(admit(poor.deps, CALL, ADMISSION), { code: 'insufficient_balance' })
    assert.ok(!poor.asked.includes('give back'))
    for (const hold of [broken, known]) {
      const { deps, asked } = stage({ isRoomy, verdict: true, hold })
      await admit(deps, CALL, ADMISSION).catch(() => {})
      assert.ok(asked.includes('give back'))
    }
  })
}

test('a call that is not billed takes its place and holds nothing', async () => {
  const { deps, asked } = stage({ isRoomy: true, verdict: true, hold: async () => HELD })
  assert.equal(await admit(deps, { ...CALL, isBillable: false }, ADMISSION), undefined)
  assert.deepEqual(asked, ['take', 'taken'])
})
