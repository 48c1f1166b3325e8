import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IContainer, IPodSpec, IVolume } from 'kubernetes-models/v1'
import { environmentOf, type Secrets } from '../environment.ts'
import { type Manifest, ofKind, type PodTemplate } from '../manifests.ts'
import { kept, type Outcome, tryRun } from './engine.ts'

/** A pod that is to run as a container of its own: no pod of the chart has two. */
export interface Pod extends PodTemplate {
  readonly name: string
  readonly restarts: 'always' | 'on-failure:6' | 'no'
  readonly claims: readonly string[]
}

/** Every pod of a rendered release but those of tests, replicas counted: of what scales, the fewest. */
export function podsToRun(manifests: readonly Manifest[]): Pod[] {
  const least = new Map(
    ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => [spec?.scaleTargetRef.name, spec?.minReplicas]),
  )
  const kinds = [
    ...ofKind(manifests, 'Deployment').map(manifest => ({
      manifest,
      spec: manifest.spec,
      restarts: 'always' as const,
    })),
    ...ofKind(manifests, 'StatefulSet').map(manifest => ({
      manifest,
      spec: manifest.spec,
      restarts: 'always' as const,
    })),
    ...ofKind(manifests, 'Job').map(manifest => ({ manifest, spec: manifest.spec, restarts: 'on-failure:6' as const })),
  ]
  return kinds.flatMap(({ manifest, spec, restarts }) => {
    const { name } = manifest.metadata
    if (spec?.template.spec == null) throw new Error(`${manifest.kind} ${name} has no pod`)
    const template = {
      maker: `${manifest.kind} ${name}`,
      labels: spec.template.metadata?.labels ?? {},
      spec: spec.template.spec,
      restarts,
      claims: 'volumeClaimTemplates' in spec ? (spec.volumeClaimTemplates ?? []).map(claimName) : [],
    }
    if (manifest.kind === 'Job') return [{ ...template, name }]
    const given = 'replicas' in spec ? spec.replicas : undefined
    const replicas = given ?? least.get(name) ?? 1
    return Array.from({ length: replicas }, (_, index) => ({ ...template, name: `${name}-${index}` }))
  })
}

const claimName = ({ metadata }: { metadata?: { name?: string } }) => metadata?.name ?? ''

/** Where and with what a pod runs. */
export interface Surroundings {
  readonly network: string
  /** The address of who knows the Services' names. */
  readonly nameServer: string
  readonly manifests: readonly Manifest[]
  readonly secrets: Secrets
}

/**
 * Starts a pod as the kubelet would: its user and group, no capabilities, no new privileges, a root file system that is read-only,
 * its memory, its volumes. Answers with how it ended when it is `attached`.
 */
export async function startPod(pod: Pod, here: Surroundings, attached = false): Promise<Outcome> {
  const [container] = pod.spec.containers
  if (container === undefined) throw new Error(`${pod.maker} has no container`)
  const variables = environmentOf(pod, here.secrets)
  const command = [...(container.command ?? [])]
  const expand = (text: string) =>
    text.replaceAll(/\$\(([A-Z_]+)\)/g, (all, name: string) => variables.find(one => one.name === name)?.value ?? all)
  const names = ['--name', pod.name, '--hostname', pod.name, '--network', here.network]
  const graceSeconds = String(pod.spec.terminationGracePeriodSeconds ?? 30)
  const args = [
    'run',
    '--runtime',
    'runc',
    ...names,
    '--restart',
    pod.restarts,
    '--stop-timeout',
    graceSeconds,
    '--dns',
    here.nameServer,
    '--dns-search',
    '.',
    ...securityOf(pod.spec, container),
    ...variables.flatMap(({ name, value }) => ['--env', `${name}=${value}`]),
    ...mountsOf(pod, container, here.secrets),
    ...(command.length > 0 ? ['--entrypoint', JSON.stringify(command.map(expand))] : []),
    ...(attached ? [] : ['--detach']),
    container.image ?? '',
    ...(container.args ?? []).map(expand),
  ]
  const outcome = await tryRun('podman', args)
  if (!attached && outcome.code !== 0) throw new Error(`${pod.maker} could not be started: ${outcome.output}`)
  return outcome
}

function securityOf(spec: IPodSpec, container: IContainer): string[] {
  const security = { ...spec.securityContext, ...container.securityContext }
  const memory = container.resources?.limits?.memory
  return [
    '--user',
    `${security.runAsUser}:${security.runAsGroup}`,
    '--security-opt',
    'no-new-privileges',
    ...(security.readOnlyRootFilesystem === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(security.capabilities?.drop ?? []).flatMap(name => ['--cap-drop', name]),
    ...(memory === undefined ? [] : ['--memory', bytesOf(String(memory))]),
  ]
}

const bytesOf = (quantity: string) => quantity.replace('Mi', 'm').replace('Gi', 'g')

function mountsOf(pod: Pod, container: IContainer, secrets: Secrets): string[] {
  const volumes = new Map((pod.spec.volumes ?? []).map(volume => [volume.name, volume]))
  const owner = pod.spec.securityContext?.runAsUser ?? 0
  return (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    if (pod.claims.includes(name)) return ['--volume', `${claimedFolder(pod.name, name, owner)}:${mountPath}`]
    const volume = volumes.get(name)
    if (volume?.emptyDir != null) return ['--tmpfs', `${mountPath}:rw,mode=1777,notmpcopyup,size=${sizeOf(volume)}`]
    return ['--volume', `${secretFiles(pod.name, volume, secrets, owner)}:${mountPath}:ro`]
  })
}

const sizeOf = (volume: IVolume) => bytesOf(String(volume.emptyDir?.sizeLimit ?? '64Mi'))

/** A folder in place of a volume: of a volume the engine would give away the ownership at its first use. */
function claimedFolder(pod: string, name: string, owner: number): string {
  const folder = join(filesOfPods(), pod, name)
  mkdirSync(folder, { recursive: true })
  chownSync(folder, owner, owner)
  return folder
}

const filesOfPods = () => join(kept, 'files')

function secretFiles(pod: string, volume: IVolume | undefined, secrets: Secrets, owner: number): string {
  const { secretName = '', items } = volume?.secret ?? {}
  const data = secrets.get(secretName)
  if (data === undefined) throw new Error(`${pod}: no Secret ${secretName} for the volume ${volume?.name}`)
  const folder = join(filesOfPods(), pod, volume?.name ?? '')
  mkdirSync(folder, { recursive: true })
  for (const [key, value] of Object.entries(data)) {
    const path = items === undefined ? key : items.find(item => item.key === key)?.path
    if (path === undefined) continue
    writeFileSync(join(folder, path), value, { mode: 0o440 })
    chownSync(join(folder, path), 0, owner)
  }
  return folder
}

/** Removes what pods were given as files. */
export const removeFiles = () => rmSync(filesOfPods(), { recursive: true, force: true })
