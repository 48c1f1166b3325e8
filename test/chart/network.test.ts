import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressGuard } from '../../services/edge-proxy/src/publisher/addresses.ts'
import { environmentOf, secretsOf } from './src/environment.ts'
import { RELEASE, type RenderOptions, render } from './src/helm.ts'
import { type Manifest, named, podsOf } from './src/manifests.ts'
import { type End, type Network, readNetwork, stranger } from './src/network.ts'
import { chartedServices } from './src/services.ts'
import { everything } from './src/values-schema.ts'

const trial: RenderOptions = { profiles: ['values-trial.yaml'] }
const production: RenderOptions = { profiles: ['values-production.yaml'] }
const all: RenderOptions = { profiles: [everything] }
const services = chartedServices.map(({ component }) => component)
/** With every switch on billing has two cells. */
const billings = ['billing', 'billing-north']

/** Connections that pods will try to make inside the release: every host and port that their environments name. */
function wantedFlows(manifests: readonly Manifest[]): string[] {
  const flows = podsOf(manifests).flatMap(pod => {
    const from = pod.labels['app.kubernetes.io/component']
    return environmentOf(pod, secretsOf(manifests)).flatMap(({ value }) =>
      [...value.matchAll(new RegExp(`(?:^|[/@,])(${RELEASE}-mtg-[a-z-]+):(\\d+)`, 'g'))].map(([, host = '', port]) => {
        const service = named(manifests, 'Service', host)
        assert.ok(
          service.spec?.ports?.some(known => known.port === Number(port)),
          `${host} has port ${port}`,
        )
        return [from, service.spec?.selector?.['app.kubernetes.io/component'], port]
      }),
    )
  })
  // A cell of billing is told its own address too, which the others ask it at.
  const toOthers = flows.filter(([from, to]) => from !== to).map(([from, to, port]) => `${from} -> ${to}:${port}`)
  return [...new Set(toOthers)].sort()
}

/** Connections that policies let pods of the release make to each other. */
function permittedFlows({ components, end, permits }: Network): string[] {
  const flows: string[] = []
  for (const from of components.keys()) {
    for (const [to, ports] of components) {
      for (const port of ports) if (permits(end(from), end(to), port)) flows.push(`${from} -> ${to}:${port}`)
    }
  }
  return flows.sort()
}

/** Components that may connect. */
const thoseWhoReach = (network: Network, to: End, port: number): string[] =>
  [...network.components.keys()].filter(from => network.permits(network.end(from), to, port)).sort()

for (const [name, options] of Object.entries({ trial, production, everything: all })) {
  for (const upgrade of [false, true]) {
    test(`${name}${upgrade ? ', upgraded' : ''}: pods may connect exactly where their environments send them`, async () => {
      const { manifests } = await render({ ...options, upgrade })
      const wanted = wantedFlows(manifests)
      assert.ok(wanted.includes('edge-proxy -> billing:9090') && wanted.includes('auth -> oauth-server:8080'))
      assert.deepEqual(permittedFlows(readNetwork(manifests)), wanted)
    })
  }
}

test('publishers are reached from the edge alone, on the ports that are named', async () => {
  const { manifests } = await render(trial)
  const network = readNetwork(manifests)
  const publisher = { address: '93.184.215.14' }
  assert.deepEqual(thoseWhoReach(network, publisher, 443), ['edge-proxy'])
  assert.deepEqual(thoseWhoReach(network, publisher, 80), [])
  const more = readNetwork((await render(all)).manifests)
  assert.deepEqual(thoseWhoReach(more, publisher, 8443), ['edge-proxy'])
})

test('with Stripe, billing reaches the internet too: Stripe has no fixed addresses', async () => {
  const network = readNetwork((await render(production)).manifests)
  assert.deepEqual(thoseWhoReach(network, { address: '93.184.215.14' }, 443), ['billing', 'edge-proxy'])
  assert.deepEqual(thoseWhoReach(network, { address: '169.254.169.254' }, 443), [])
})

test('the policy lets the edge reach what its own guard lets it reach, and nothing else', async () => {
  const network = readNetwork((await render(all)).manifests)
  const guard = createAddressGuard(['10.20.0.0/16'], false)
  const addresses = `
    1.1.1.1 8.8.8.8 93.184.215.14 223.255.255.1 192.0.1.1 100.128.0.1 172.32.0.1 11.0.0.1
    0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.1 198.51.100.1
    203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 10.20.3.4 10.21.0.1
    2606:4700::1111 2a00:1450::1 2001:db8::1 2001:0:1::1 2002::1 3fff::1 ::1 fe80::1
    fd00:ec2::254 fc00::1 ff02::1 64:ff9b::a9fe:a9fe ::ffff:10.0.0.1`
  const edge = network.end('edge-proxy')
  for (const address of addresses.trim().split(/\s+/)) {
    const reachable = network.permits(edge, { address }, 443) || network.permits(edge, { address }, 8080)
    assert.equal(reachable, guard.permits(address, 'https:'), address)
  }
})

test("nobody reaches a cloud's metadata, on any port", async () => {
  for (const options of [trial, production, all]) {
    const network = readNetwork((await render(options)).manifests)
    for (const address of ['169.254.169.254', '169.254.170.2']) {
      for (const port of [53, 80, 443, 8080]) assert.deepEqual(thoseWhoReach(network, { address }, port), [])
    }
  }
})

test('external servers are reached by those who use them, and by nobody else', async () => {
  const network = readNetwork((await render(all)).manifests)
  const server = { address: '10.30.0.5' }
  assert.deepEqual(thoseWhoReach(network, server, 5432), [
    'auth',
    ...billings,
    'console',
    'metering',
    'migrations',
    'migrations-north',
    'oauth-server',
  ])
  assert.deepEqual(thoseWhoReach(network, server, 6379), [...billings, 'console', 'oauth-server'])
  assert.deepEqual(thoseWhoReach(network, server, 4222), ['auth', ...billings, 'edge-proxy', 'metering'])
  assert.deepEqual(thoseWhoReach(network, server, 4318), [...services, 'billing-north'].toSorted())
})

test("whatever resolves names reaches the cluster's name servers, and bundled servers do not", async () => {
  const network = readNetwork((await render(trial)).manifests)
  const dns = stranger('kube-system', { 'k8s-app': 'kube-dns' })
  const askers = [...network.components.keys()].filter(from => network.permits(network.end(from), dns, 53, 'UDP'))
  assert.deepEqual(askers.sort(), [...services, 'migrations', 'smoke-test', 'toolbox'].sort())
})

test('from outside, the edge alone is reached: by anybody, or by those who are named', async () => {
  const open = readNetwork((await render(trial)).manifests)
  const closed = readNetwork((await render(all)).manifests)
  for (const [component, ports] of closed.components) {
    for (const port of ports) {
      const isEdge = component === 'edge-proxy' && port === 8080
      if (open.components.has(component)) {
        assert.equal(open.permits(stranger('other'), open.end(component), port), isEdge, `${component}:${port}`)
      }
      assert.equal(closed.permits(stranger('other'), closed.end(component), port), false, `${component}:${port}`)
      // The console has a host of its own there.
      const isPublic = isEdge || (component === 'console' && port === 8080)
      assert.equal(closed.permits(stranger('gateways'), closed.end(component), port), isPublic, `${component}:${port}`)
      const isOps = [...services, ...billings].includes(component) && port === 9100
      assert.equal(closed.permits(stranger('monitoring'), closed.end(component), port), isOps, `${component}:${port}`)
    }
  }
})

test('a pod of the release that no policy names is denied everything', async () => {
  const network = readNetwork((await render(trial)).manifests)
  const unknown = {
    labels: { 'app.kubernetes.io/name': 'metered-tool-gateway', 'app.kubernetes.io/instance': RELEASE },
    namespace: 'gateway',
  }
  assert.equal(network.permits(unknown, { address: '93.184.215.14' }, 443), false)
  assert.equal(network.permits(stranger('other'), unknown, 8080), false)
})

test('without policies everything is open: the switch switches', async () => {
  const { manifests } = await render({ ...trial, values: { networkPolicy: { enabled: false } } })
  const network = readNetwork(manifests)
  assert.equal(network.permits(stranger('other'), network.end('billing'), 9090), true)
})
