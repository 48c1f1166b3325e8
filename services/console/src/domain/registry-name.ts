/** An app by the names of the API. */
export interface AppRef {
  readonly publisher: string
  readonly app: string
}

/** The namespace of a gateway in MCP registries: the host of its origin, the other way round ("com.example.gateway"). */
export function namespaceOf(baseUrl: string): string {
  return new URL(baseUrl).hostname
    .replaceAll(/[[\]:]/g, '-')
    .split('.')
    .toReversed()
    .join('.')
}

/**
 * An app as an MCP server of a registry: "com.example.gateway/acme.search". Names of publishers may have dots, which would make two
 * apps one; there they are written "_-", and "_" is "__".
 */
export function registryNameOf(namespace: string, { publisher, app }: AppRef): string {
  return `${namespace}/${publisher.replaceAll('_', '__').replaceAll('.', '_-')}.${app}`
}

/** The app of a registry's name; undefined for a name that is not of this gateway. */
export function appOfRegistryName(namespace: string, name: string): AppRef | undefined {
  const [, escaped = '', app = ''] = /^([^.]+)\.(.+)$/.exec(name.slice(namespace.length + 1)) ?? []
  const publisher = escaped.replaceAll(/_([_-])/g, (_all, mark: string) => (mark === '_' ? '_' : '.'))
  const ref = { publisher, app }
  return registryNameOf(namespace, ref) === name ? ref : undefined
}
