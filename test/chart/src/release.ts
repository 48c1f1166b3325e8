import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  guard,
  type RunningServer,
  removeServerData,
  startNats,
  startPostgres,
  startRedis,
} from '@mtg/embedded'
import { natsPermissions, natsServices } from '@mtg/events'
import { redisRules, redisServices } from '@mtg/launcher'
import { compileCache, eventually } from '@mtg/testing'
import { Client } from 'pg'
import { asEnv, environmentOf, type Secrets, secretsOf } from './environment.ts'
import { RELEASE, root } from './helm.ts'
import { type Manifest, type PodTemplate, podsOf } from './manifests.ts'
import { chartedServices } from './services.ts'

const OPS = 9100
const READY_TIMEOUT_MS = 60_000

/** What a command in a container came to. */
interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** A rendered release whose containers run as processes of this machine, against servers of this machine. */
export interface RunningRelease {
  /** Where a component listens here; `port` is the one in its container. */
  origin(component: string, port: number): string
  /** Runs the container of a component to its end; `args` take the place of its command's. */
  run(component: string, options?: { readonly args?: readonly string[]; readonly input?: string }): Promise<Outcome>
  /** SIGTERM to every service, as the kubelet sends it. Answers with their exit codes. */
  stop(): Promise<(number | null)[]>
}

/** Commands and environments are the manifests', but for names and ports of the cluster: all listen on one machine. */
export async function startRelease(manifests: readonly Manifest[]): Promise<RunningRelease> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-release-'))
  chmodSync(home, 0o755) // An embedded PostgreSQL may run as another user.
  const secrets = secretsOf(manifests)
  const servers = await startServers(home, secrets)
  const ports = await portsOf(manifests, servers)
  const services: ChildProcess[] = []

  const start = (pod: PodTemplate, args?: readonly string[]): ChildProcess => {
    const component = pod.labels['app.kubernetes.io/component'] ?? ''
    const env = asEnv(environmentOf(pod, secrets))
    const here = Object.entries(env).map(([name, value]) => [name, localize(value, component, ports)])
    const container = pod.spec.containers[0]
    const command = [...(container?.command ?? []).slice(1), ...(container?.args ?? [])]
    return spawn(process.execPath, args ?? command, {
      cwd: root,
      env: { ...compileCache(), ...Object.fromEntries(here) },
      stdio: 'pipe',
    })
  }
  const podOf = (component: string): PodTemplate => {
    const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
    if (pod === undefined) throw new Error(`no pod of ${component}`)
    return pod
  }
  const origin = (component: string, port: number) => `http://127.0.0.1:${ports.get(`${component}:${port}`)}`
  const run: RunningRelease['run'] = async (component, { args, input = '' } = {}) => {
    const child = start(podOf(component), args)
    child.stdin?.end(input)
    return await outcomeOf(child)
  }

  const stop = async () => {
    const codes = await stopAll(services)
    await Promise.all([...servers.values()].map(server => server.stop()))
    removeServerData(join(home, 'postgresql'))
    rmSync(home, { recursive: true, force: true })
    return codes
  }
  const untilReady = ({ component }: { component: string }) =>
    eventually(() => isReady(origin(component, OPS)), READY_TIMEOUT_MS)
  try {
    const migrated = await run('migrations')
    if (migrated.code !== 0) throw new Error(`the migrations failed: ${migrated.output}`)
    for (const { component } of chartedServices) services.push(startService(start(podOf(component))))
    await Promise.all(chartedServices.map(untilReady))
    return { origin, run, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** SIGTERM, and the exit codes. */
async function stopAll(services: readonly ChildProcess[]): Promise<(number | null)[]> {
  const ended = services.map(async service => {
    if (service.exitCode === null && service.signalCode === null) await once(service, 'exit')
    return service.exitCode
  })
  for (const service of services) service.kill('SIGTERM')
  return await Promise.all(ended)
}

/** The bundled servers, with the logins that their Secrets name. */
async function startServers(home: string, secrets: Secrets): Promise<Map<string, RunningServer>> {
  const password = (server: string, user: string) => secrets.get(`${RELEASE}-mtg-${server}`)?.[`${user}-password`] ?? ''
  const redisUsers = redisServices.map(name => ({
    name,
    password: password('redis', name),
    rules: redisRules('', name),
  }))
  const natsUsers = natsServices.map(name => ({ name, password: password('nats', name), ...natsPermissions('', name) }))
  const [postgresql, redis, nats] = await Promise.all([
    startPostgres({ dir: join(home, 'postgresql'), durable: false }),
    startRedis({ dir: join(home, 'redis'), users: redisUsers }),
    startNats({ dir: join(home, 'nats'), users: natsUsers }),
  ])
  const client = new Client({ connectionString: `${postgresql.url}/postgres` })
  await client.connect()
  await client.query('CREATE DATABASE mtg')
  await client.end()
  return new Map([
    ['postgresql', postgresql],
    ['redis', redis],
    ['nats', nats],
  ])
}

/** A port here for each port of a container there, by `component:port`. */
async function portsOf(manifests: readonly Manifest[], servers: Map<string, RunningServer>) {
  const ports = new Map<string, number>()
  for (const pod of podsOf(manifests)) {
    const component = pod.labels['app.kubernetes.io/component'] ?? ''
    for (const { containerPort } of pod.spec.containers.flatMap(container => container.ports ?? [])) {
      ports.set(`${component}:${containerPort}`, servers.get(component)?.port ?? (await freePort()))
    }
  }
  return ports
}

/** Names of Services and addresses to listen on become ports of this machine; names for `dns:///` stay names. */
function localize(value: string, component: string, ports: ReadonlyMap<string, number>): string {
  return value
    .replace(/^0\.0\.0\.0:(\d+)$/, (_, port: string) => `127.0.0.1:${ports.get(`${component}:${port}`)}`)
    .replaceAll(
      new RegExp(`(dns:///)?${RELEASE}-mtg-([a-z-]+?)(?:-replicas)?:(\\d+)`, 'g'),
      (_, dns: string | undefined, target: string, port: string) =>
        `${dns === undefined ? '127.0.0.1' : `${dns}localhost`}:${ports.get(`${target}:${port}`)}`,
    )
}

/** A service that is stopped when this process dies, and whose log nobody reads. */
function startService(child: ChildProcess): ChildProcess {
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  if (child.pid !== undefined) {
    const dismiss = guard(child.pid, 'SIGKILL')
    child.once('exit', dismiss)
  }
  return child
}

async function isReady(ops: string): Promise<void> {
  const { status } = await fetch(`${ops}/readyz`)
  if (status !== 200) throw new Error(`${ops}/readyz answered ${status}`)
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => chunks.push(data.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: chunks.join('') }
}
