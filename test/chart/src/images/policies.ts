import { existsSync } from 'node:fs'
import type { INetworkPolicyPeer, INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1'
import { type Manifest, ofKind } from '../manifests.ts'
import { run } from './engine.ts'

/** A running container: its labels as a pod, its address, and the process whose network namespace is its own. */
export interface Member {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly ip: string
  readonly pid: number
  /** Undefined: the release's own. */
  readonly namespace?: string
}

type Side = 'Ingress' | 'Egress'
const sides = [
  { side: 'Ingress', chain: 'INPUT', address: '-s', last: 'DROP' },
  { side: 'Egress', chain: 'OUTPUT', address: '-d', last: 'REJECT' },
] as const

/**
 * Enforces the release's NetworkPolicies inside each container's network namespace, as a cluster's network does around a pod.
 * `node` is the host's address: it asks probes, and its name server stands for the cluster's.
 */
export async function enforce(manifests: readonly Manifest[], members: readonly Member[], node: string): Promise<void> {
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec ?? {})
  for (const member of members.filter(({ namespace }) => namespace === undefined)) {
    const mine = policies.filter(({ podSelector }) => selects(podSelector?.matchLabels, member.labels))
    const lines = sides.flatMap(({ side, chain, address, last }) => {
      const those = mine.filter(({ policyTypes }) => policyTypes?.includes(side))
      if (those.length === 0) return []
      const rules = those.flatMap(({ ingress = [], egress = [] }) =>
        side === 'Ingress'
          ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
          : egress.map(({ to, ports }) => ({ peers: to, ports })),
      )
      const passed = rules.flatMap(({ peers, ports }, index) => {
        const blocks = addressesOf(peers, members, node)
        return blocks.flatMap((block, which) =>
          linesOf(side, chain, address, block, ports, `${side[0]}${index}-${which}`),
        )
      })
      return [...preamble(chain, node), ...passed, `-A ${chain} -j ${last}`]
    })
    // Own chains are declared before rules lead to them.
    const declared = lines.filter(line => line.startsWith(':'))
    const rules = lines.filter(line => !line.startsWith(':'))
    const table = ['*filter', ':INPUT ACCEPT', ':FORWARD ACCEPT', ':OUTPUT ACCEPT', ...declared, ...rules, 'COMMIT', '']
    try {
      await run('nsenter', ['-t', String(member.pid), '-n', 'iptables-restore'], table.join('\n'))
    } catch (error) {
      // One that was told to go may end at any time.
      if (existsSync(`/proc/${member.pid}/ns/net`)) throw error
    }
  }
}

function preamble(chain: 'INPUT' | 'OUTPUT', node: string): string[] {
  const io = chain === 'INPUT' ? '-i' : '-o'
  const probes = chain === 'INPUT' ? [`-A INPUT -s ${node} -j ACCEPT`] : []
  return [`-A ${chain} ${io} lo -j ACCEPT`, `-A ${chain} -m state --state ESTABLISHED,RELATED -j ACCEPT`, ...probes]
}

interface Block {
  readonly cidr: string
  readonly except: readonly string[]
}

function addressesOf(peers: INetworkPolicyPeer[] | undefined, members: readonly Member[], node: string): Block[] {
  if (!peers?.length) return [{ cidr: '0.0.0.0/0', except: [] }]
  return peers.flatMap(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock !== undefined) {
      return ipBlock.cidr.includes(':') ? [] : [{ cidr: ipBlock.cidr, except: ipBlock.except ?? [] }]
    }
    const namespace = namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name']
    if (namespace === 'kube-system') return [{ cidr: node, except: [] }]
    return members
      .filter(member => member.namespace === namespace && selects(podSelector?.matchLabels, member.labels))
      .map(({ ip }) => ({ cidr: ip, except: [] }))
  })
}

function linesOf(
  side: Side,
  chain: string,
  address: '-s' | '-d',
  { cidr, except }: Block,
  ports: INetworkPolicyPort[] | undefined,
  name: string,
): string[] {
  const matches = ports?.length
    ? ports.map(({ protocol = 'TCP', port }) => `-p ${protocol.toLowerCase()} --dport ${port}`)
    : ['']
  if (except.length === 0) return matches.map(match => `-A ${chain} ${address} ${cidr} ${match} -j ACCEPT`)
  const own = `EXCEPT-${name}`
  return [
    `:${own} -`,
    ...except.map(range => `-A ${own} ${side === 'Ingress' ? '-s' : '-d'} ${range} -j RETURN`),
    `-A ${own} -j ACCEPT`,
    ...matches.map(match => `-A ${chain} ${address} ${cidr} ${match} -j ${own}`),
  ]
}

const selects = (selector: Readonly<Record<string, string>> | undefined, labels: Readonly<Record<string, string>>) =>
  Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value)
