import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type Constellation, startConstellation } from '@mtg/testing'
import { render } from './src/helm.ts'
import { named } from './src/manifests.ts'

const run = promisify(execFile)
let gateway: Constellation

before(async () => {
  gateway = await startConstellation()
})
after(() => gateway.stop())

/** Runs what the pod of `helm test` runs, against a gateway that really runs. */
async function runTestPod(env: Record<string, string>): Promise<string> {
  const { manifests } = await render({ profiles: ['values-trial.yaml'] })
  const container = named(manifests, 'Pod', 'gw-mtg-smoke-test').spec?.containers[0]
  const [node, ...args] = [...(container?.command ?? []), ...(container?.args ?? [])]
  assert.equal(node, 'node')
  assert.deepEqual((container?.env ?? []).map(({ name }) => name).sort(), Object.keys(env).sort())
  return (await run(process.execPath, args, { env })).stdout
}

test('helm test passes on a gateway that works', async () => {
  const output = await runTestPod({ EDGE_URL: gateway.baseUrl, BASE_URL: gateway.baseUrl })
  assert.equal(output.match(/^ok: /gm)?.length, 5)
})

test('helm test fails, and says why, when baseUrl is not what the gateway calls itself', async () => {
  const failing = runTestPod({ EDGE_URL: gateway.baseUrl, BASE_URL: 'https://elsewhere.example.com' })
  await assert.rejects(failing, /the issuer is https:\/\/elsewhere\.example\.com, but it is/)
})

test('helm test fails when nothing answers', async () => {
  await assert.rejects(runTestPod({ EDGE_URL: 'http://127.0.0.1:9', BASE_URL: gateway.baseUrl }))
})
