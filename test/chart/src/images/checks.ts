import assert from 'node:assert/strict'
import { callTool, eventually, type FakePublisher } from '@mtg/testing'
import { componentOf, type Manifest, ofKind } from '../manifests.ts'
import { readNetwork, stranger } from '../network.ts'
import type { Cluster } from './cluster.ts'

const KEY = 'vnb-sk-images-ada-0001'
const HTTP = 8080
/** What has Node in it, so that programs can be run there; of billing every cell. */
const services = ['edge-proxy', 'auth', 'billing', 'metering', 'oauth-server', 'console', 'toolbox']
const withNode = (manifests: readonly Manifest[]) => {
  const components = new Set(ofKind(manifests, 'Deployment').map(componentOf))
  return [...components].filter(component => services.some(one => component === one || component.startsWith(`${one}-`)))
}
/** So many buyers that all in one of two cells are as rare as a million calls. */
const BUYERS = 20

/** Every pod of ours is another user than root, may do nothing that root may, and can write to /tmp alone. */
export async function checkConfinement(cluster: Cluster, manifests: readonly Manifest[]): Promise<void> {
  const look = `
    const fs = require('node:fs')
    const status = fs.readFileSync('/proc/self/status', 'utf8')
    const field = name => RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)[1]
    const writable = ['/', '/app', '/app/services', '/etc', '/nodejs/bin', '/tmp'].filter(folder => {
      try { fs.writeFileSync(folder + '/written', ''); return true } catch { return false }
    })
    console.log(JSON.stringify({ uid: process.getuid(), gid: process.getgid(), capabilities: Number(field('CapEff')),
      bounding: Number(field('CapBnd')), noNewPrivileges: field('NoNewPrivs'), writable }))`
  for (const component of withNode(manifests)) {
    const { code, output } = await cluster.exec(component, ['node', '-e', look])
    assert.equal(code, 0, `${component}: ${output}`)
    const expected = {
      uid: 65_532,
      gid: 65_532,
      capabilities: 0,
      bounding: 0,
      noNewPrivileges: '1',
      writable: ['/tmp'],
    }
    assert.deepEqual(JSON.parse(output), expected, component)
  }
}

/** The smoke test of the chart, from its own pod. */
export async function checkHelmTest(cluster: Cluster): Promise<string> {
  return await eventually(async () => {
    const { code, output } = await cluster.runTest('gw-mtg-smoke-test')
    assert.equal(code, 0, output)
    return `${output.match(/^ok: /gm)?.length} of 5 ok`
  }, 30_000)
}

/** A publisher on the host, put into the gateway by the toolbox; a call through all services; the books. */
export async function checkPaidCall(cluster: Cluster, publisher: FakePublisher): Promise<string> {
  const limits = { perMinute: 100, perDay: 100, monthly: 100 }
  const app = {
    name: 'tools',
    adapter: 'mcp',
    upstream: `${publisher.origin}/mcp`,
    tiers: { paid: { price: '0.25', ...limits } },
  }
  const ada = { wallet: '1.00', keys: [{ name: 'k', key: KEY }], purchases: [{ app: 'acme/tools', tier: 'paid' }] }
  const marketplace = {
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [{ email: 'ada@example.test', ...ada }],
  }
  await mtg(cluster, ['apply', '-f', '-'], JSON.stringify(marketplace))
  const baseUrl = `http://${cluster.addressesOf('edge-proxy')[0]}:${HTTP}`
  const answer = await callTool({ baseUrl, app: 'acme/tools', credential: KEY, tool: 'echo' })
  assert.equal(answer.status, 200, answer.text)
  assert.match(await mtg(cluster, ['wallet', 'ada@example.test']), /0\.75/)
  await eventually(async () => assert.match(await mtg(cluster, ['usage', 'ada@example.test']), /acme\/tools/))
  await mtg(cluster, ['ledger', 'verify'])
  return 'charged 0.25, recorded, ledger verified'
}

/** Buyers of every cell of billing pay for a call each, and the books of all cells are proven as one. */
export async function checkCells(cluster: Cluster, publisher: FakePublisher): Promise<string> {
  const app = {
    name: 'spread',
    adapter: 'mcp',
    upstream: `${publisher.origin}/mcp`,
    tiers: { paid: { price: '0.25', perMinute: 100, perDay: 100, monthly: 100 } },
  }
  const buyers = Array.from({ length: BUYERS }, (_, index) => ({
    email: `cell-${index}@example.test`,
    wallet: '0.25',
    keys: [{ name: 'k', key: `vnb-sk-images-cell-${String(index).padStart(4, '0')}` }],
    purchases: [{ app: 'many/spread', tier: 'paid' }],
  }))
  const publishers = [{ username: 'many', payout: 'connected', apiKey: 'k', apps: [app] }]
  await mtg(cluster, ['apply', '-f', '-'], JSON.stringify({ publishers, buyers }))
  const baseUrl = `http://${cluster.addressesOf('edge-proxy')[0]}:${HTTP}`
  for (const { keys } of buyers) {
    const call = () => callTool({ baseUrl, app: 'many/spread', credential: keys[0]?.key ?? '', tool: 'echo' })
    const paid = await call()
    assert.equal(paid.status, 200, paid.text)
    const unpaid = await call()
    assert.deepEqual([unpaid.status, /insufficient_balance/.test(unpaid.text)], [402, true], unpaid.text)
  }
  const { cells } = JSON.parse(await mtg(cluster, ['cells', 'list', '--json'])) as {
    cells: readonly { name: string; buyerCount: string }[]
  }
  for (const { name, buyerCount } of cells) assert.ok(Number(buyerCount) > 0, `nobody lives in ${name}`)
  await mtg(cluster, ['ledger', 'verify'])
  return `${BUYERS} buyers of the cells ${cells.map(({ name }) => name).join(', ')} paid once each, ledger verified`
}

/** Runs `mtg` in the toolbox; answers with what it printed. Throws when it fails. */
export async function mtg(cluster: Cluster, args: readonly string[], input = ''): Promise<string> {
  const { code, output } = await cluster.exec('toolbox', ['node', 'tools/cli/src/main.ts', ...args], input)
  assert.equal(code, 0, `mtg ${args.join(' ')}: ${output}`)
  return output
}

/** Every pod tries every port of every other: connections are made exactly where the policies say that they may be. */
export async function checkPolicies(cluster: Cluster, manifests: readonly Manifest[], image: string): Promise<string> {
  const network = readNetwork(manifests)
  const askers = [...withNode(manifests), 'stranger']
  await cluster.addStranger('stranger', 'other', image)
  await cluster.enforce()
  const targets = [...network.components].flatMap(([component, ports]) =>
    ports.map(port => ({ component, port, ip: cluster.addressesOf(component)[0] ?? '' })),
  )
  let permitted = 0
  for (const from of askers) {
    const others = targets.filter(({ component }) => component !== from)
    const reached = await connect(cluster, from, others)
    const end = from === 'stranger' ? stranger('other') : network.end(from)
    for (const [index, { component, port }] of others.entries()) {
      const may = network.permits(end, network.end(component), port)
      assert.equal(reached[index], may, `${from} to ${component}:${port}`)
      if (may) permitted += 1
    }
  }
  assert.ok(permitted > 10)
  return `${permitted} flows open, ${targets.length * askers.length - permitted} closed, as written`
}

async function connect(cluster: Cluster, from: string, targets: readonly object[]): Promise<boolean[]> {
  const script = `
    const { connect } = require('node:net')
    const attempt = ({ ip, port }) => new Promise(resolve => {
      const socket = connect({ host: ip, port, timeout: 1000 })
      const end = made => { socket.destroy(); resolve(made) }
      socket.once('connect', () => end(true)).once('error', () => end(false)).once('timeout', () => end(false))
    })
    Promise.all(JSON.parse(process.argv[1]).map(attempt)).then(made => console.log(JSON.stringify(made)))`
  const { code, output } = await cluster.exec(from, ['/nodejs/bin/node', '-e', script, JSON.stringify(targets)])
  assert.equal(code, 0, `${from}: ${output}`)
  return JSON.parse(output) as boolean[]
}
