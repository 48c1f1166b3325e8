import { BlockList, isIPv6 } from 'node:net'
import type { INetworkPolicyPeer, INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1'
import { NAMESPACE } from './helm.ts'
import { type Manifest, ofKind, type PodTemplate, podsOf } from './manifests.ts'

type Selector = NonNullable<INetworkPolicyPeer['podSelector']>
type Labels = Readonly<Record<string, string>>

/** One end of a connection: a pod of the release or of another namespace, or an address outside of the cluster. */
export type End = { readonly labels: Labels; readonly namespace: string } | { readonly address: string }

/** What network policies say, as the Kubernetes documentation defines them. */
export interface Network {
  /** Whether a TCP (or other) connection may be made. */
  readonly permits: (from: End, to: End, port: number, protocol?: string) => boolean
  /** The pod of a component. */
  readonly end: (component: string) => End
  /** Components that have pods, with the ports of their containers. */
  readonly components: ReadonlyMap<string, readonly number[]>
}

/** A pod of some other namespace. */
export const stranger = (namespace: string, labels: Labels = {}): End => ({ namespace, labels })

/** Reads the policies of a rendered release. */
export function readNetwork(manifests: readonly Manifest[]): Network {
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec ?? {})
  const allowed = (side: 'Ingress' | 'Egress', own: End, other: End, port: number, protocol: string): boolean => {
    if (!('labels' in own) || own.namespace !== NAMESPACE) return true
    const mine = policies.filter(
      policy => policy.policyTypes?.includes(side) === true && selects(policy.podSelector ?? {}, own.labels),
    )
    if (mine.length === 0) return true
    const rules = mine.flatMap(policy =>
      side === 'Ingress'
        ? (policy.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
        : (policy.egress ?? []).map(({ to, ports }) => ({ peers: to, ports })),
    )
    return rules.some(({ peers, ports }) => opens(ports, port, protocol) && (!peers?.length || peers.some(is(other))))
  }
  const pods = podsOf(manifests)
  const componentOf = ({ labels }: PodTemplate) => labels['app.kubernetes.io/component'] ?? ''
  return {
    permits: (from, to, port, protocol = 'TCP') =>
      allowed('Egress', from, to, port, protocol) && allowed('Ingress', to, from, port, protocol),
    end(component) {
      const pod = pods.find(known => componentOf(known) === component)
      if (pod === undefined) throw new Error(`no pod of ${component}`)
      return { labels: pod.labels, namespace: NAMESPACE }
    },
    components: new Map(pods.map(pod => [componentOf(pod), portsOf(pod)])),
  }
}

const portsOf = ({ spec }: PodTemplate): number[] =>
  spec.containers.flatMap(container => (container.ports ?? []).map(port => port.containerPort))

function opens(ports: INetworkPolicyPort[] | undefined, port: number, protocol: string): boolean {
  if (!ports?.length) return true
  return ports.some(rule => (rule.protocol ?? 'TCP') === protocol && (rule.port === undefined || rule.port === port))
}

const is =
  (end: End) =>
  (peer: INetworkPolicyPeer): boolean => {
    if (peer.ipBlock !== undefined) {
      const { cidr, except = [] } = peer.ipBlock
      return 'address' in end && isIn(end.address, [cidr]) && !isIn(end.address, except)
    }
    if (!('labels' in end)) return false
    const sameNamespace =
      peer.namespaceSelector === undefined
        ? end.namespace === NAMESPACE
        : selects(peer.namespaceSelector, { 'kubernetes.io/metadata.name': end.namespace })
    return sameNamespace && selects(peer.podSelector ?? {}, end.labels)
  }

function selects(selector: Selector, labels: Labels): boolean {
  if (selector.matchExpressions !== undefined) throw new Error('matchExpressions are not understood here')
  return Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
}

function isIn(address: string, ranges: readonly string[]): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  return list.check(address, family)
}
