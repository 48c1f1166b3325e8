import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Constellation, callMcp, callTool, eventually, startConstellation } from '@mtg/testing'
import { ada, apps, grace, sampleMarketplace } from './shop/samples.ts'
import { costOf } from './shop/spending.ts'

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, samples: true })
})

after(() => gateway?.stop())

async function callToolbox(credential = ada.key): Promise<void> {
  const call = { baseUrl: gateway.baseUrl, app: apps.toolbox.app, tool: 'hash_text', arguments: { text: '' } }
  const answer = await callTool({ ...call, credential })
  assert.equal(answer.status, 200, answer.text)
}

test('applying the same file again changes nothing', async () => {
  const before = await gateway.wallet(ada.email)
  assert.equal((await gateway.apply(sampleMarketplace)).changedCount, 0)
  assert.deepEqual(await gateway.wallet(ada.email), before)
})

test('a file with faults is refused with their lines, and nothing of it is applied', async () => {
  const text = sampleMarketplace
    .replace('price: "0.002"', 'price: "0.003"')
    .replace('wallet: "5.00"', 'wallet: "-5.00"')
    .replace('email: grace@example.test', 'email: newcomer@example.test')
  await assert.rejects(gateway.apply(text), /^Error: test marketplace:\d+: buyers\[3\]\.wallet: must not be negative$/)
  await assert.rejects(gateway.buyerId('newcomer@example.test'), { code: 'buyer_not_found' })
  const cost = await costOf(gateway, ada.email, () => callToolbox())
  assert.equal(cost, apps.toolbox.priceMicros)
})

test('a file that only billing can see through is not applied to accounts either', async () => {
  const text = `${sampleMarketplace}
  - email: stray@example.test
    purchases:
      - { app: elsewhere/nothing, tier: free }
`
  const line = text.split('\n').findIndex(content => content.includes('elsewhere/nothing')) + 1
  await assert.rejects(gateway.apply(text), new RegExp(`test marketplace:${line}: .*elsewhere/nothing`))
  await assert.rejects(gateway.buyerId('stray@example.test'), { code: 'buyer_not_found' })
})

test('a new price is in force for the next call, and a generated key works at once', async () => {
  const text = sampleMarketplace
    .replace('price: "0.002"', 'price: "0.004"')
    .replace('- name: workflow ', '- name: spare\n      - name: workflow ')
  const { changedCount, generatedKeys } = await gateway.apply(text)
  assert.equal(changedCount, 2)
  const [made] = generatedKeys
  assert.match(made?.key ?? '', /^vnb-sk-/)
  const cost = await costOf(gateway, ada.email, () => callToolbox(made?.key))
  assert.equal(cost, 4_000n)
})

test('the file brings nothing back that was ended since, and says so; nor does a restart', async () => {
  const call = () => callMcp({ baseUrl: gateway.baseUrl, app: apps.toolbox.app, credential: grace.key })
  const revoked = sampleMarketplace.replace(grace.key, `${grace.key}\n        revoked: true`)
  await gateway.apply(revoked)
  assert.equal((await call()).code, 'api_key_revoked')
  const withSpare = sampleMarketplace.replace(`key: ${grace.key}`, `key: ${grace.key}\n      - name: spare`)
  const { keptBack, generatedKeys } = await gateway.apply(withSpare)
  assert.match(keptBack.join('\n'), /key "default" of grace@example\.test stays revoked/)
  assert.deepEqual(
    generatedKeys.map(key => key.name),
    ['spare'],
  )
  assert.equal((await call()).code, 'api_key_revoked')
  gateway.kill('auth')
  await gateway.ready()
  await gateway.apply(withSpare)
  // On a busy machine auth may answer too late at first.
  const code = await eventually(async () => {
    const answer = await call()
    assert.notEqual(answer.code, 'internal_error')
    return answer.code
  })
  assert.equal(code, 'api_key_revoked')
})

test('a gateway does not start on a faulty file', async () => {
  const text = sampleMarketplace.replace('adapter: mcp', 'adapter: soap')
  await assert.rejects(startConstellation({ marketplace: text }), /test marketplace:\d+: .*must be mcp or llm/)
})
