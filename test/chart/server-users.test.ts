import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type RunningServer, startNats, startRedis } from '@mtg/embedded'
import { natsPermissions, natsServices, parseNatsUrls, usageNames } from '@mtg/events'
import { redisServices } from '@mtg/launcher'
import { Redis } from 'ioredis'
import { connect } from 'nats'
import { environmentOf, secretsOf } from './src/environment.ts'
import { render } from './src/helm.ts'
import { type Manifest, podsOf } from './src/manifests.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-chart-users-'))
const servers: RunningServer[] = []
after(async () => {
  for (const server of servers) await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const trial = { profiles: ['values-trial.yaml'] }

/** A variable of a component. */
function variable(manifests: readonly Manifest[], component: string, name: string): string {
  const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
  assert.ok(pod, component)
  return environmentOf(pod, secretsOf(manifests)).find(row => row.name === name)?.value ?? ''
}

/** A line of a generated configuration file that begins with a word, without it. */
function lineOf(manifests: readonly Manifest[], server: string, word: string): string {
  const config = secretsOf(manifests).get(`gw-mtg-${server}`)?.[`${server}.conf`] ?? ''
  const line = config.split('\n').find(text => text.startsWith(`${word} `))
  assert.ok(line, `${server}.conf has no ${word}`)
  return line.slice(word.length + 1)
}

interface NatsLogin {
  readonly user: string
  readonly password: string
  readonly permissions?: { readonly publish: { allow: string[] }; readonly subscribe: { allow: string[] } }
}

for (const prefix of ['', 'shop.eu.']) {
  test(`each service logs in to the bundled NATS as itself, with what it needs of subjects after "${prefix}"`, async () => {
    const { manifests } = await render({ ...trial, values: { nats: { prefix } } })
    const { users } = JSON.parse(lineOf(manifests, 'nats', 'authorization')) as { users: NatsLogin[] }
    for (const service of natsServices) {
      const { publish, subscribe } = natsPermissions(prefix, service)
      const login = users.find(({ user }) => user === service)
      assert.deepEqual(login?.permissions, { publish: { allow: publish }, subscribe: { allow: subscribe } }, service)
      const { user, pass } = parseNatsUrls(variable(manifests, service, 'NATS_URL'))
      assert.deepEqual([user, pass], [service, login?.password])
    }
  })
}

test('a real NATS takes these users, and lets none but the edge publish usage', async () => {
  const { manifests } = await render(trial)
  const { users } = JSON.parse(lineOf(manifests, 'nats', 'authorization')) as { users: NatsLogin[] }
  const rows = users.map(({ user: name, password, permissions }) => ({
    name,
    password,
    ...(permissions && { publish: permissions.publish.allow, subscribe: permissions.subscribe.allow }),
  }))
  const server = await startNats({ dir: join(home, 'nats'), users: rows })
  servers.push(server)
  const owner = users.find(({ user }) => user === 'mtg')
  const at = { servers: `127.0.0.1:${server.port}` }
  const listener = await connect({ ...at, user: 'mtg', pass: String(owner?.password) })
  const heard: string[] = []
  listener.subscribe(usageNames('').subjectOf('recorded'), { callback: (_, message) => heard.push(message.string()) })
  await listener.flush()
  for (const name of natsServices) {
    const { user, pass } = parseNatsUrls(variable(manifests, name, 'NATS_URL'))
    const connection = await connect({ ...at, user: String(user), pass: String(pass) })
    connection.publish(usageNames('').subjectOf('recorded'), name)
    await connection.flush()
    await connection.close()
  }
  await listener.flush()
  await listener.close()
  assert.deepEqual(heard, ['edge-proxy'])
})

test('each service logs in to the bundled Redis as itself, and reaches its own keys alone', async () => {
  const { manifests } = await render(trial)
  const config = secretsOf(manifests).get('gw-mtg-redis')?.['redis.conf'] ?? ''
  const users = config.split('\n').flatMap(line => {
    const [word, name = '', ...rest] = line.split(' ')
    const password = rest.find(rule => rule.startsWith('>'))?.slice(1) ?? ''
    const rules = rest.filter(rule => rule !== 'reset' && rule !== 'on' && rule !== `>${password}`)
    return word === 'user' && name !== 'default' ? [{ name, password, rules }] : []
  })
  const server = await startRedis({ dir: join(home, 'redis'), users })
  servers.push(server)
  for (const service of redisServices) {
    const url = new URL(variable(manifests, service, 'REDIS_URL'))
    url.host = `127.0.0.1:${server.port}`
    const redis = new Redis(url.href)
    const prefix = variable(manifests, service, 'REDIS_PREFIX')
    assert.equal(prefix, `${service}:`)
    assert.equal(await redis.set(`${prefix}key`, '1'), 'OK')
    const other = redisServices.find(name => name !== service) ?? ''
    await assert.rejects(redis.get(`${other}:key`), /NOPERM/)
    redis.disconnect()
  }
})

test('given Secrets may hold a URL for each service, or one for all', async () => {
  const given = (key: string) => ({
    redis: { existingSecret: 'gateway-redis', existingSecretKey: key },
    nats: { existingSecret: 'gateway-nats', existingSecretKey: key },
  })
  const refs = async (key: string) => {
    const { manifests } = await render({ profiles: ['values-production.yaml'], values: given(key) })
    const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === 'billing')
    const env = pod?.spec.containers[0]?.env ?? []
    const keyOf = (name: string) => env.find(row => row.name === name)?.valueFrom?.secretKeyRef?.key
    return [keyOf('NATS_URL'), keyOf('REDIS_URL'), env.find(row => row.name === 'REDIS_PREFIX')?.value]
  }
  assert.deepEqual(await refs(''), ['billing-url', 'billing-url', 'billing:'])
  assert.deepEqual(await refs('url'), ['url', 'url', undefined])
})
