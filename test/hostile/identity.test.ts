import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loginLockout } from './src/attacks/login-lockout.ts'
import { operationsPort } from './src/attacks/operations-port.ts'
import { victimBuyer, victimPassword } from './src/marketplace.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test('no target on an operations port ends a process or keeps a probe out', async t => {
  const { counts } = await assertUnharmed(t, scene, operationsPort)
  assert.ok((counts['404'] ?? 0) > 0)
  for (const name of Object.keys(scene.gateway.pids())) {
    if (scene.opsOf(name) !== '') assert.equal((await fetch(`${scene.opsOf(name)}/livez`)).status, 200)
  }
})

test('guesses with any key keep the victim neither from calling nor from logging in', async t => {
  const { counts } = await assertUnharmed(t, scene, loginLockout)
  assert.ok((counts['403'] ?? 0) > 0)
  const form = {
    client_id: victimBuyer.key,
    redirect_uri: 'http://127.0.0.1:9/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    email: victimBuyer.email,
    password: victimPassword,
  }
  const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const
  const response = await fetch(`${scene.gateway.baseUrl}/authorize`, init)
  assert.equal(response.status, 303, await response.text())
  const metrics = await (await fetch(`${scene.opsOf('oauth-server')}/metrics`)).text()
  const counted = /^mtg_oauth_logins_total\{[^}]*outcome="wrong"[^}]*\} (\d+)$/m.exec(metrics)?.[1]
  assert.ok(Number(counted) >= (counts['403'] ?? 0), 'whoever watches sees the guesses')
})
