import { createServer } from 'node:http'
import { freePort } from '@mtg/embedded'
import { NAMESPACE } from './helm.ts'
import { type Manifest, ofKind } from './manifests.ts'

/** As much of a Kubernetes API as Helm asks when templates look Secrets up. */
export interface ClusterApi {
  readonly url: string
  close(): Promise<void>
}

/** Serves a cluster that knows the kinds of these resources, and has the Secrets and StatefulSets among them. */
export async function serveCluster(manifests: readonly Manifest[]): Promise<ClusterApi> {
  const answers = new Map<string, unknown>([['/version', { major: '1', minor: '35', gitVersion: 'v1.35.0' }]])
  for (const [path, answer] of discoveryOf(manifests)) answers.set(path, answer)
  for (const secret of ofKind(manifests, 'Secret')) {
    answers.set(`/api/v1/namespaces/${NAMESPACE}/secrets/${secret.metadata.name}`, secret)
  }
  for (const set of ofKind(manifests, 'StatefulSet')) {
    answers.set(`/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets/${set.metadata.name}`, set)
  }
  const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }
  const server = createServer((request, response) => {
    const answer = answers.get((request.url ?? '').split('?')[0] ?? '')
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? missing))
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** The API's own lists of what it serves. */
function discoveryOf(manifests: readonly Manifest[]): [path: string, answer: unknown][] {
  const versions = [...new Set(manifests.map(({ apiVersion }) => apiVersion))]
  const groups = versions
    .filter(version => version.includes('/'))
    .map(groupVersion => {
      const [name = '', version = ''] = groupVersion.split('/')
      return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } }
    })
  return [
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    ['/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups }],
    ...versions.map((version): [string, unknown] => [
      version.includes('/') ? `/apis/${version}` : `/api/${version}`,
      { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: version, resources: resourcesOf(manifests, version) },
    ]),
  ]
}

function resourcesOf(manifests: readonly Manifest[], version: string) {
  const kinds = new Set(manifests.filter(({ apiVersion }) => apiVersion === version).map(({ kind }) => kind))
  return [...kinds].map(kind => {
    const singularName = kind.toLowerCase()
    const name = singularName.endsWith('y') ? `${singularName.slice(0, -1)}ies` : `${singularName}s`
    return { name, singularName, namespaced: true, kind, verbs: ['get', 'list', 'create', 'patch', 'delete'] }
  })
}
