import { NAMESPACE } from '../helm.ts'
import { type Manifest, ofKind } from '../manifests.ts'
import { podman } from './engine.ts'
import { enforce, type Member } from './policies.ts'

/** The label that says what a pod is. */
export const COMPONENT = 'app.kubernetes.io/component'

/** Who is in the pods' network, who of them takes calls, under which names they are found, and the policies between them. */
export class PodNetwork {
  readonly #node: string
  readonly #manifests: () => readonly Manifest[]
  readonly #members = new Map<string, Member>()
  readonly #open = new Set<string>()
  #isEnforced = false
  #lastEnforced: Promise<void> = Promise.resolve()

  /** `node` is the host's address; `manifests` are the policies that hold at the time. */
  constructor(node: string, manifests: () => readonly Manifest[]) {
    this.#node = node
    this.#manifests = manifests
  }

  /** A container is there from now on; under policies, if they are enforced. One that has ended is none. */
  async join(container: string, labels: Member['labels'], namespace?: string): Promise<void> {
    const found = await inspect(container)
    if (!found.running) return
    this.#members.set(container, { name: container, labels, ...found, ...(namespace && { namespace }) })
    if (this.#isEnforced) await this.#enforceInTurn()
  }

  /** It takes calls from now on. */
  open(container: string): void {
    this.#open.add(container)
  }

  /** It takes no more calls. */
  close(container: string): void {
    this.#open.delete(container)
  }

  /** It has ended. */
  leave(container: string): void {
    this.close(container)
    this.#members.delete(container)
  }

  /** Addresses of a component's pods that take calls. */
  addressesOf(component: string): string[] {
    const open = [...this.#members.values()].filter(({ name }) => this.#open.has(name))
    return open.filter(({ labels }) => labels[COMPONENT] === component).map(({ ip }) => ip)
  }

  /** Addresses of a Service's pods that take calls, by either name of it; undefined when there is no such Service. */
  resolve(name: string): string[] | undefined {
    const service = ofKind(this.#manifests(), 'Service').find(
      ({ metadata }) => name === metadata.name || name === `${metadata.name}.${NAMESPACE}.svc.cluster.local`,
    )
    if (service === undefined) return undefined
    const selector = Object.entries(service.spec?.selector ?? {})
    const open = [...this.#members.values()].filter(member => this.#open.has(member.name))
    return open.filter(({ labels }) => selector.every(([key, value]) => labels[key] === value)).map(({ ip }) => ip)
  }

  /** Enforces the policies from now on. */
  async enforce(): Promise<void> {
    this.#isEnforced = true
    await this.#enforceInTurn()
  }

  /** One after the other, each for those who are there when its turn comes. */
  #enforceInTurn(): Promise<void> {
    const enforceNow = async () => await enforce(this.#manifests(), [...this.#members.values()], this.#node)
    this.#lastEnforced = this.#lastEnforced.catch(() => {}).then(enforceNow)
    return this.#lastEnforced
  }
}

interface Inspected {
  readonly running: boolean
  readonly pid: number
  readonly ip: string
}

/** What the engine knows of a container. */
export async function inspect(container: string): Promise<Inspected & { exitCode: number }> {
  const [found] = JSON.parse(await podman('inspect', container)) as {
    State: { Running: boolean; Pid: number; ExitCode: number }
    NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
  }[]
  if (found === undefined) throw new Error(`no container ${container}`)
  const ip = Object.values(found.NetworkSettings.Networks)[0]?.IPAddress ?? ''
  return { running: found.State.Running, pid: found.State.Pid, exitCode: found.State.ExitCode, ip }
}
