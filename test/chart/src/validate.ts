import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as certManager from '@kubernetes-models/cert-manager/cert-manager.io/v1'
import * as externalSecrets from '@kubernetes-models/external-secrets/external-secrets.io/v1'
import * as gateway from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1'
import * as prometheus from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { root } from './helm.ts'
import type { Manifest } from './manifests.ts'

interface Model {
  validate(): void
}

/** Where the models of an API are, by its apiVersion. */
const models: Record<string, { readonly module: string; readonly classes: object }> = {
  v1: { module: 'kubernetes-models/v1', classes: core },
  'apps/v1': { module: 'kubernetes-models/apps/v1', classes: apps },
  'batch/v1': { module: 'kubernetes-models/batch/v1', classes: batch },
  'autoscaling/v2': { module: 'kubernetes-models/autoscaling/v2', classes: autoscaling },
  'policy/v1': { module: 'kubernetes-models/policy/v1', classes: policy },
  'networking.k8s.io/v1': { module: 'kubernetes-models/networking.k8s.io/v1', classes: networking },
  'monitoring.coreos.com/v1': {
    module: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    classes: prometheus,
  },
  'gateway.networking.k8s.io/v1': {
    module: '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
    classes: gateway,
  },
  'cert-manager.io/v1': { module: '@kubernetes-models/cert-manager/cert-manager.io/v1', classes: certManager },
  'external-secrets.io/v1': {
    module: '@kubernetes-models/external-secrets/external-secrets.io/v1',
    classes: externalSecrets,
  },
  'keda.sh/v1alpha1': { module: '@kubernetes-models/keda/keda.sh/v1alpha1', classes: keda },
}

/** Faults that the JSON schemas of Kubernetes and of its extensions find: wrong types, and what is required and missing. */
export function schemaFaults(manifest: Manifest): string[] {
  const { apiVersion, kind, metadata } = manifest
  const classes = models[apiVersion]?.classes as Record<string, new (data: unknown) => Model> | undefined
  const Kind = classes?.[kind]
  if (Kind === undefined) return [`${apiVersion} ${kind} is not known`]
  try {
    new Kind(manifest).validate()
    return []
  } catch (error) {
    return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const run = promisify(execFile)

/**
 * Faults that the types of Kubernetes find, above all fields that do not exist: schemas let those pass, and so do
 * clusters, silently. Every manifest becomes a literal of its type, and the compiler reads them all.
 */
export async function typeFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = join(root, 'test/chart/generated')
  mkdirSync(folder, { recursive: true })
  const own = mkdtempSync(join(folder, 'manifests-'))
  const file = join(own, 'manifests.ts')
  const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
    const module = models[apiVersion]?.module ?? apiVersion
    const literal = JSON.stringify({ apiVersion, kind, ...rest })
    return `export const m${index}: import('${module}').I${kind} = ${literal}`
  })
  writeFileSync(file, `${lines.join('\n')}\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--types', '']
  const target = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--target', 'es2024', '--ignoreConfig']
  try {
    await run(join(root, 'node_modules/.bin/tsc'), [...options, ...target, file], { cwd: own })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return faultsIn(stdout, manifests) ?? [stdout + stderr]
  } finally {
    rmSync(own, { recursive: true })
  }
}

/** The compiler's complaints, with resources in place of lines. */
function faultsIn(output: string, manifests: readonly Manifest[]): string[] | undefined {
  const faults = [...output.matchAll(/manifests\.ts\((\d+),\d+\): error (.*)/g)]
  if (faults.length === 0) return undefined
  return faults.map(([, line, text]) => {
    const manifest = manifests[Number(line) - 1]
    return `${manifest?.kind} ${manifest?.metadata.name}: ${text}`
  })
}
