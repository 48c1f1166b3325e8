// npm run bench:peers: this gateway, with money on, beside what somebody would take in its place.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { workspaceRoot } from '@mtg/embedded'
import { type Constellation, freePort, startConstellation } from '@mtg/testing'
import { bare } from './peers/bare.ts'
import { bifrost } from './peers/bifrost.ts'
import { EDGE, type Findings, PLATFORM, RATED_CONNECTIONS } from './peers/figures.ts'
import { homeOf, installAll, reasonOf } from './peers/install.ts'
import { litellm } from './peers/litellm.ts'
import { measureAll, type Target } from './peers/measure.ts'
import { nginx } from './peers/nginx.ts'
import { OUR_SETTINGS, ourMarketplace, ourselves } from './peers/ours.ts'
import type { Peer } from './peers/peer.ts'
import { portkey } from './peers/portkey.ts'
import { report } from './peers/report.ts'
import { pin } from './processes.ts'
import { startChild } from './start-child.ts'

const PEERS: readonly Peer[] = [bare, nginx, portkey, litellm, bifrost]
/** What the short form measures: nothing that would have to be installed. */
const SHORT_PEERS: readonly Peer[] = [bare, nginx]
const DEFAULT_CACHE = join(process.env['DATA_DIR'] ?? join(workspaceRoot(), '.data'), 'bench-peers')

const HELP = `npm run bench:peers [-- OPTIONS]

One paid chat completion of about 1 KB each way, on this gateway with everything on (identity, purchase, rate windows, meter,
reservation and capture committed to disk, usage records), and on what somebody would take in its place, which passes calls on and
does none of that: Portkey's gateway (npm), LiteLLM's proxy (PyPI; needs python3), Bifrost (Go module; needs go), nginx
(the machine's, or Debian's) and a bare fastify + undici proxy. Same publisher, payload, connections and core; in turns; a
closed loop. What is not there is installed first, pinned by bench/peers/versions.ts, into a folder of its own; what cannot be
is named with the reason. Prints a table, and whether the goals are reached.

  --seconds N        for each measurement (4)
  --rounds N         interleaved rounds; the one in the middle counts (3)
  --connections A,B  (64,256; goals are of 64)
  --only A,B         names of peers, by how they begin (all)
  --cache DIR        where peers are installed (${DEFAULT_CACHE})
  --install          installs the peers, and measures nothing
  --no-install       measures only what is there
  --short            one round of 1 s, of nothing that has to be installed, without goals: whether all of it works
  --json             print JSON
  --help             this text

Whoever is measured runs on core 0, everything else on core 1. The gateway is measured twice in the same calls: its edge, which stands
where a peer would, and all of its processes and databases together. Machines are noisy: only ratios of one run say anything.`

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: `${RATED_CONNECTIONS},256` },
    only: { type: 'string', default: '' },
    cache: { type: 'string', default: DEFAULT_CACHE },
    install: { type: 'boolean' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const isShort = options.short
const seconds = isShort ? 1 : Number(options.seconds)
const rounds = isShort ? 1 : Number(options.rounds)
const connections = isShort ? [RATED_CONNECTIONS] : options.connections.split(',').map(Number)
const cache = resolve(options.cache)
const WARM_UP_SECONDS = isShort ? 1 : 6
const TARGET_CORE = 0
const OTHERS_CORE = 1

if (options.help) console.log(HELP)
else if (![seconds, rounds, ...connections].every(value => Number.isInteger(value) && value > 0)) {
  console.error('bench:peers: seconds, rounds and connections are whole numbers above 0 (--help)')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const wanted = options.only.split(',').map(name => name.toLowerCase())
  const all = (isShort ? SHORT_PEERS : PEERS).filter(({ name }) =>
    wanted.some(beginning => name.toLowerCase().startsWith(beginning)),
  )
  const mayInstall = !isShort && options.install !== false
  const { peers, missing } = await installAll(all, cache, { mayInstall, progress })
  if (options.install !== true) return measureThem(peers, missing)
  for (const peer of peers) console.log(`${peer.name} is in ${homeOf(cache, peer)}, or on the machine`)
  for (const [name, reason] of missing) console.log(`${name} ${reason}`)
  return missing.size === 0
}

async function measureThem(peers: readonly Peer[], missing: ReadonlyMap<string, string>): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'mtg-bench-peers-'))
  const stops: (() => unknown)[] = [() => rmSync(work, { recursive: true, force: true })]
  try {
    const upstreamPort = await freePort()
    const upstream = `http://127.0.0.1:${upstreamPort}`
    progress('starting the gateway')
    const gateway = await startConstellation({
      ownServers: true,
      marketplace: ourMarketplace(upstream),
      env: { LOG_LEVEL: 'info' },
    })
    stops.push(() => gateway.stop())
    pinOurs(gateway)
    const children: ChildProcess[] = []
    stops.push(() => children.forEach(child => child.kill()))
    await startChild(children, 'edge/publisher.ts', { PORT: String(upstreamPort) })
    const load = await startChild(children, 'edge/load.ts')
    for (const child of children) pin(child.pid ?? 0, OTHERS_CORE)
    const started = await startPeers(peers, { work, upstream, stops })
    const targets = [ourselves(gateway), ...started.targets]
    const figures = await measureAll(load, targets, {
      rounds,
      seconds,
      connections,
      warmUpSeconds: WARM_UP_SECONDS,
      progress,
    })
    await gateway.verifyLedger()
    const findings: Findings = {
      figures,
      versions: new Map([[EDGE, ourVersion()], [PLATFORM, ourVersion()], ...started.versions]),
      settings: new Map([
        ['this gateway', OUR_SETTINGS],
        ...peers.map(({ name, settings }) => [name, settings] as const),
      ]),
      missing: new Map([...missing, ...started.missing]),
    }
    return report(findings, { asJson: options.json, isJudged: !isShort })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

interface Started {
  readonly targets: readonly Target[]
  readonly versions: ReadonlyMap<string, string>
  readonly missing: ReadonlyMap<string, string>
}

/** All of them; one that does not start is missing, and the others are measured. */
async function startPeers(
  peers: readonly Peer[],
  { work, upstream, stops }: { work: string; upstream: string; stops: (() => unknown)[] },
): Promise<Started> {
  const targets: Target[] = []
  const versions = new Map<string, string>()
  const missing = new Map<string, string>()
  for (const peer of peers) {
    const { name } = peer
    progress(`starting ${name}`)
    const port = await freePort()
    const own = join(work, peer.folder)
    mkdirSync(own)
    try {
      const { version, pid, call, stop } = await peer.start({ home: homeOf(cache, peer), work: own, port, upstream })
      stops.push(stop)
      pin(pid, TARGET_CORE)
      versions.set(name, version)
      targets.push({ name, origin: `http://127.0.0.1:${port}`, call, parts: [{ name, pids: () => [pid] }] })
    } catch (thrown) {
      progress(`${name} does not start: ${reasonOf(thrown)}`)
      missing.set(name, `does not start: ${reasonOf(thrown)}`)
    }
  }
  return { targets, versions, missing }
}

function pinOurs(gateway: Constellation): void {
  for (const [name, pid] of Object.entries(gateway.pids())) {
    pin(pid, name === 'edge-proxy' ? TARGET_CORE : OTHERS_CORE)
  }
}

function ourVersion(): string {
  return (JSON.parse(readFileSync(join(workspaceRoot(), 'package.json'), 'utf8')) as { version: string }).version
}

/** Beside the figures, so that these can be piped. */
function progress(line: string): void {
  console.error(`  ${line}`)
}
