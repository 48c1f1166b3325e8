import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveCluster } from './src/cluster.ts'
import { render } from './src/helm.ts'
import { type Manifest, named, ofKind } from './src/manifests.ts'

const profiles = ['values-trial.yaml']

/** The data of every Secret, by name. */
const secretsIn = (manifests: readonly Manifest[]) =>
  Object.fromEntries(ofKind(manifests, 'Secret').map(({ metadata, data = {} }) => [metadata.name, data]))

test('an upgrade keeps every generated password and key that the cluster has', async () => {
  const installed = (await render({ profiles })).manifests
  const first = secretsIn(installed)
  assert.deepEqual(Object.keys(first).sort(), ['gw-mtg-nats', 'gw-mtg-postgresql', 'gw-mtg-redis', 'gw-mtg-secrets'])
  const cluster = await serveCluster(installed)
  try {
    const { manifests } = await render({ profiles, upgrade: true, cluster: cluster.url })
    assert.deepEqual(secretsIn(manifests), first)
  } finally {
    await cluster.close()
  }
})

test('a key that came with a newer chart is added to a generated Secret, and the others stay', async () => {
  const installed = structuredClone((await render({ profiles })).manifests)
  const { data: known = {} } = named(installed, 'Secret', 'gw-mtg-secrets')
  delete known['oauth-encryption-key']
  const cluster = await serveCluster(installed)
  try {
    const { manifests } = await render({ profiles, upgrade: true, cluster: cluster.url })
    const { 'oauth-encryption-key': added = '', ...kept } = named(manifests, 'Secret', 'gw-mtg-secrets').data ?? {}
    assert.deepEqual(kept, known)
    assert.equal(Buffer.from(Buffer.from(added, 'base64').toString(), 'base64').length, 32)
  } finally {
    await cluster.close()
  }
})

test('two installations share no password and no key', async () => {
  const values = async (fullnameOverride: string) => {
    const { manifests } = await render({ profiles, values: { fullnameOverride } })
    return Object.values(secretsIn(manifests)).flatMap(data => Object.values(data))
  }
  const [one, other] = [await values('one'), await values('two')]
  assert.ok(one.length > 10)
  assert.deepEqual(
    one.filter(value => other.includes(value)),
    [],
  )
})
