import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { IContainer } from 'kubernetes-models/v1'
import type { Secrets } from '../environment.ts'
import { type Manifest, named } from '../manifests.ts'
import { kept, type Outcome, podman, preferContainers, tryRun } from './engine.ts'
import { type NameServer, serveNames } from './name-server.ts'
import { COMPONENT, inspect, PodNetwork } from './pod-network.ts'
import { type Pod, podsToRun, removeFiles, type Surroundings, startPod } from './pods.ts'
import type { Servers } from './servers.ts'

/** Many times what it takes: other work may have the machine. */
const READY_TIMEOUT_MS = 900_000
/** As seldom as probes are: each asks the engine, which is a process. */
const PROBE_MS = 2000
const STOP_SECONDS = '2'
/** For how long traffic still comes to a pod that was told to go. */
const ENDPOINT_LAG_MS = 1000

/** A rendered release as containers, with its network policies. */
export interface Cluster {
  /** The host's address in the pods' network: publishers and callers of tests live there. */
  readonly node: string
  /** Waits until every pod's readiness probe passes, and its jobs have ended well. */
  untilReady(): Promise<void>
  /** Enforces the policies: on what runs, and on what starts from now on. */
  enforce(): Promise<void>
  /** Addresses of a component's pods that take calls. */
  addressesOf(component: string): readonly string[]
  /** Runs a program in a pod of the component. */
  exec(component: string, command: readonly string[], input?: string): Promise<Outcome>
  /** Runs the pod that `helm test` makes, to its end. */
  runTest(name: string): Promise<Outcome>
  /** A container that the release does not know, in some namespace; it idles until programs are run in it. */
  addStranger(name: string, namespace: string, image: string): Promise<void>
  /**
   * Another release takes this one's place, as `helm upgrade` and a cluster do it: first its migrations, then all deployments at
   * once, in each of them pod by pod: a new one is ready before an old one is told to go.
   */
  upgrade(manifests: readonly Manifest[], secrets: Secrets): Promise<void>
  logsOf(component: string): Promise<string>
  stop(): Promise<void>
}

/** What to run. */
export interface ClusterOptions {
  readonly name: string
  /** The first three numbers of its addresses. */
  readonly subnet: string
  readonly manifests: readonly Manifest[]
  readonly secrets: Secrets
  /** Servers outside of the release. */
  readonly servers?: Servers
}

/** Starts all pods at once, as a cluster does. */
export async function startCluster({ name, subnet, servers, ...release }: ClusterOptions): Promise<Cluster> {
  const node = `${subnet}.1`
  const common = { network: name, nameServer: node }
  let here: Surroundings = { ...common, manifests: release.manifests, secrets: release.secrets }
  let pods = podsToRun(release.manifests)
  let revision = 1
  const strangers = new Set<string>()
  const net = new PodNetwork(node, () => here.manifests)
  const outside = new Map<string, string[]>()
  let names: NameServer | undefined
  // The network is there from its first container on, and the name server must be before the first pod.
  const holder = `${name}-holder`

  const stop = async () => {
    preferContainers(false)
    await names?.close()
    names = undefined
    for (const pod of pods) await keepLog(pod.name)
    const containers = [...pods.map(pod => pod.name), ...strangers, ...(servers?.names ?? []), holder]
    await tryRun('podman', ['rm', '--force', '--time', STOP_SECONDS, '--volumes', ...containers])
    await tryRun('podman', ['network', 'rm', '--force', name])
    removeFiles()
  }
  const runIdle = (container: string, image: string) => {
    const program = ['-e', 'setInterval(() => {}, 60_000)']
    return podman('run', '--runtime', 'runc', '--detach', '--name', container, '--network', name, image, ...program)
  }
  const podOf = (component: string): Pod => {
    const pod = pods.find(({ labels }) => labels[COMPONENT] === component)
    if (pod === undefined) throw new Error(`no pod of ${component}`)
    return pod
  }
  const takePlace = async (old: Pod | undefined, fresh: Pod | undefined) => {
    if (fresh !== undefined) {
      await startPod(fresh, here)
      pods.push(fresh)
      await net.join(fresh.name, fresh.labels)
      await untilReady(fresh)
      net.open(fresh.name)
    }
    if (old === undefined) return
    await podman('kill', '--signal', 'TERM', old.name)
    await pause(ENDPOINT_LAG_MS)
    net.close(old.name)
    const graceSeconds = String(old.spec.terminationGracePeriodSeconds ?? 30)
    await podman('stop', '--time', graceSeconds, old.name)
    net.leave(old.name)
    await keepLog(old.name)
    await podman('rm', '--force', '--volumes', old.name)
    pods = pods.filter(pod => pod !== old)
  }
  const replace = async (old: readonly Pod[], fresh: readonly Pod[]) => {
    for (let index = 0; index < Math.max(old.length, fresh.length); index++) await takePlace(old[index], fresh[index])
  }

  await stop() // What a run before this one may have left.
  rmSync(logs, { recursive: true, force: true })
  await podman('network', 'create', '--disable-dns', '--subnet', `${subnet}.0/24`, name)
  try {
    await runIdle(holder, pods[0]?.spec.containers[0]?.image ?? '')
    preferContainers(true)
    await servers?.start(name)
    for (const [host, container] of servers?.containers ?? []) outside.set(host, [(await inspect(container)).ip])
    names = await serveNames(node, host => outside.get(host) ?? net.resolve(host))
    for (const pod of pods) await startPod(pod, here)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    node,
    async untilReady() {
      const open = async (pod: Pod) => {
        await untilReady(pod)
        await net.join(pod.name, pod.labels)
        net.open(pod.name)
      }
      await Promise.all(pods.map(open))
    },
    enforce: () => net.enforce(),
    addressesOf: component => net.addressesOf(component),
    exec: (component, command, input = '') =>
      tryRun(
        'podman',
        ['exec', '--interactive', strangers.has(component) ? component : podOf(component).name, ...command],
        input,
      ),
    async runTest(test) {
      const { metadata, spec } = named(here.manifests, 'Pod', test)
      if (spec === undefined) throw new Error(`${test} has no pod`)
      const pod: Pod = {
        maker: `Pod ${test}`,
        name: test,
        labels: metadata.labels ?? {},
        spec,
        restarts: 'no',
        claims: [],
      }
      await tryRun('podman', ['rm', '--force', test])
      await startPod(pod, here)
      await net.join(test, pod.labels)
      const code = Number(await podman('wait', test))
      const outcome = await tryRun('podman', ['logs', test])
      net.leave(test)
      await tryRun('podman', ['rm', '--force', test])
      return { ...outcome, code }
    },
    async addStranger(stranger, namespace, image) {
      strangers.add(stranger)
      await runIdle(stranger, image)
      await net.join(stranger, {}, namespace)
    },
    async upgrade(manifests, secrets) {
      revision += 1
      here = { ...common, manifests, secrets }
      const wanted = podsToRun(manifests)
      for (const job of wanted.filter(({ restarts }) => restarts !== 'always')) {
        await tryRun('podman', ['rm', '--force', job.name])
        const { code, output } = await startPod({ ...job, restarts: 'no' }, here, true)
        if (code !== 0) throw new Error(`${job.maker}: ${output}`)
      }
      const fresh = wanted
        .filter(({ restarts }) => restarts === 'always')
        .map(pod => ({ ...pod, name: `${pod.name}-r${revision}` }))
      const running = pods.filter(({ restarts }) => restarts === 'always')
      const makers = new Set([...running, ...fresh].map(({ maker }) => maker))
      const of = (list: readonly Pod[], maker: string) => list.filter(pod => pod.maker === maker)
      await Promise.all([...makers].map(maker => replace(of(running, maker), of(fresh, maker))))
    },
    logsOf: async component => (await tryRun('podman', ['logs', podOf(component).name])).output,
    stop,
  }
}

/** Where what pods have written is kept, until the next run. */
export const logs = join(kept, 'logs')

async function keepLog(container: string): Promise<void> {
  const { code, output } = await tryRun('podman', ['logs', container])
  if (code !== 0) return
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, `${container}.log`), output)
}

async function untilReady(pod: Pod): Promise<void> {
  const giveUpAtMs = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      return await isReady(pod)
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error
      await pause(PROBE_MS)
    }
  }
}

/** A job is ready when it has ended well; a server, when its readiness probe passes. Throws while it is not. */
async function isReady(pod: Pod): Promise<void> {
  const { running, ip, exitCode } = await inspect(pod.name)
  if (pod.restarts !== 'always') {
    if (running || exitCode !== 0) throw new Error(`${pod.name} has not ended well: ${await lastWords(pod.name)}`)
    return
  }
  if (!running) throw new Error(`${pod.name} does not run: ${await lastWords(pod.name)}`)
  const [container] = pod.spec.containers
  if (container === undefined) return
  await probe(pod.name, ip, container)
}

async function probe(name: string, ip: string, container: IContainer): Promise<void> {
  const { httpGet, exec } = container.readinessProbe ?? {}
  if (exec?.command !== undefined) {
    const { code, output } = await tryRun('podman', ['exec', name, ...exec.command])
    if (code !== 0) throw new Error(`${name} is not ready: ${output}`)
  }
  if (httpGet === undefined) return
  const port = container.ports?.find(known => known.name === httpGet.port)?.containerPort ?? httpGet.port
  const response = await fetch(`http://${ip}:${port}${httpGet.path}`, { signal: AbortSignal.timeout(2000) })
  const said = await response.text()
  if (!response.ok) throw new Error(`${name} is not ready: ${said}`)
}

const lastWords = async (name: string) => (await tryRun('podman', ['logs', '--tail', '5', name])).output
