import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'
import type { IPrometheusRule, IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, IPod, IPodSpec, ISecret, IService, IServiceAccount } from 'kubernetes-models/v1'

/** A rendered resource. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
}

interface Kinds {
  ConfigMap: IConfigMap
  Deployment: IDeployment
  HTTPRoute: IHTTPRoute
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler
  Ingress: IIngress
  Job: IJob
  NetworkPolicy: INetworkPolicy
  Pod: IPod
  PodDisruptionBudget: IPodDisruptionBudget
  PrometheusRule: IPrometheusRule
  Secret: ISecret
  Service: IService
  ServiceAccount: IServiceAccount
  ServiceMonitor: IServiceMonitor
  StatefulSet: IStatefulSet
}

/** Every resource of a kind. */
export function ofKind<Kind extends keyof Kinds>(
  manifests: readonly Manifest[],
  kind: Kind,
): (Kinds[Kind] & Manifest)[] {
  return manifests.filter(manifest => manifest.kind === kind) as (Kinds[Kind] & Manifest)[]
}

/** The one resource of a kind with that name (without the release's). Throws when it is not there. */
export function named<Kind extends keyof Kinds>(
  manifests: readonly Manifest[],
  kind: Kind,
  name: string,
): Kinds[Kind] & Manifest {
  const all = ofKind(manifests, kind)
  const found = all.find(manifest => manifest.metadata.name === name)
  if (found === undefined) {
    throw new Error(
      `no ${kind} ${name}, but ${all.map(manifest => manifest.metadata.name).join(', ') || 'none at all'}`,
    )
  }
  return found
}

/** The component that a resource belongs to. */
export const componentOf = (manifest: { readonly metadata?: Partial<Manifest['metadata']> }): string =>
  manifest.metadata?.labels?.['app.kubernetes.io/component'] ?? ''

/** A pod as some resource describes it. */
export interface PodTemplate {
  /** Kind and name of what makes the pod. */
  readonly maker: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: IPodSpec
}

/** Every pod that the resources make. */
export function podsOf(manifests: readonly Manifest[]): PodTemplate[] {
  const templates = [
    ...ofKind(manifests, 'Deployment'),
    ...ofKind(manifests, 'StatefulSet'),
    ...ofKind(manifests, 'Job'),
  ].map(manifest => ({ manifest, template: manifest.spec?.template }))
  const bare = ofKind(manifests, 'Pod').map(manifest => ({ manifest, template: manifest }))
  return [...templates, ...bare].map(({ manifest, template }) => {
    if (template?.spec == null) throw new Error(`${manifest.kind} ${manifest.metadata.name} has no pod`)
    return {
      maker: `${manifest.kind} ${manifest.metadata.name}`,
      labels: template.metadata?.labels ?? {},
      spec: template.spec,
    }
  })
}

/** Containers of a pod, those that run first included. */
export const containersOf = (spec: IPodSpec) => [...(spec.initContainers ?? []), ...spec.containers]
