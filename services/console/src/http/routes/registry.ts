import { AppError } from '@mtg/errors'
import { type Static, Type } from 'typebox'
import type { MeasuredListing } from '../../domain/listing.ts'
import { appOfRegistryName, namespaceOf, registryNameOf } from '../../domain/registry-name.ts'
import { findMeasured, listMeasured } from '../../use-cases/catalogue/measured-listings.ts'
import type { Api } from '../api.ts'
import { cacheable } from '../cacheable.ts'
import { ListedAppBody, shownInList } from '../schemas/listing.ts'
import { Time } from '../schemas/values.ts'
import type { CatalogueRouteDeps } from './catalogue.ts'

const LIMIT_DEFAULT = 30
const MAX_AGE_SECONDS = 30
const DESCRIPTION_LENGTH_MAX = 100
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
/** What the catalogue says of a server. */
const LISTING = 'dev.metered-tool-gateway/listing'

const ServersQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 512 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: LIMIT_DEFAULT })),
  search: Type.Optional(Type.String({ maxLength: 100 })),
  updated_since: Type.Optional(Time),
  version: Type.Optional(Type.String({ maxLength: 255 })),
})

const ServerParams = Type.Object({ name: Type.String({ maxLength: 400 }) })
const VersionParams = Type.Object({ name: Type.String({ maxLength: 400 }), version: Type.String({ maxLength: 255 }) })

const { url: _url, ...listingFields } = ListedAppBody.properties
const ServerBody = Type.Object({
  server: Type.Object({
    name: Type.String(),
    description: Type.String(),
    title: Type.Optional(Type.String()),
    version: Type.String(),
    websiteUrl: Type.String(),
    remotes: Type.Array(
      Type.Object({
        type: Type.Literal('streamable-http'),
        url: Type.String(),
        headers: Type.Array(
          Type.Object({
            name: Type.String(),
            description: Type.String(),
            isRequired: Type.Boolean(),
            isSecret: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
  _meta: Type.Object({
    [OFFICIAL]: Type.Object({
      status: Type.Literal('active'),
      publishedAt: Time,
      updatedAt: Time,
      isLatest: Type.Boolean(),
    }),
    [LISTING]: Type.Object({ currency: Type.Literal('USD'), ...listingFields }),
  }),
})
const ServersBody = Type.Object({
  servers: Type.Array(ServerBody),
  metadata: Type.Object({ count: Type.Integer(), nextCursor: Type.Optional(Type.String()) }),
})
/** As the registry's own API says it. */
const Unknown = Type.Object({ error: Type.String() }, { description: 'There is none' })
const tags = ['Registry']

/** The read API of an MCP registry: the apps of the catalogue that are MCP servers. Each has one version, the present one. */
export function registryRoutes(api: Api, deps: CatalogueRouteDeps): void {
  const namespace = namespaceOf(deps.baseUrl)
  const shown = (measured: MeasuredListing) => shownServer(measured, namespace, deps.baseUrl)
  const route = { ...cacheable(MAX_AGE_SECONDS), config: { access: 'public' as const } }

  /** Undefined: there is no such server. */
  async function find(name: string) {
    const ref = appOfRegistryName(namespace, name)
    const measured = ref && (await unlessUnknown(findMeasured(deps, ref.publisher, ref.app)))
    return measured?.listing.adapter === 'mcp' ? shown(measured) : undefined
  }

  const list = {
    operationId: 'listRegistryServers',
    tags,
    summary: 'MCP servers of the catalogue, as a registry of MCP servers lists them.',
    querystring: ServersQuery,
    response: { 200: ServersBody },
  }
  api.get('/v0.1/servers', { ...route, schema: list }, async request => {
    const { items, nextPageToken } = await listMeasured(deps, ...wantedIn(request.query))
    const { version = 'latest' } = request.query
    const servers = items.map(shown).filter(({ server }) => version === 'latest' || server.version === version)
    return {
      servers,
      metadata: { count: servers.length, ...(nextPageToken !== null && { nextCursor: nextPageToken }) },
    }
  })
  api.get(
    '/v0.1/servers/:name/versions',
    {
      ...route,
      schema: {
        operationId: 'listRegistryVersions',
        tags,
        summary: 'The versions of one of them: the present one.',
        params: ServerParams,
        response: { 200: ServersBody, 404: Unknown },
      },
    },
    async (request, reply) => {
      const server = await find(request.params.name)
      if (server === undefined) return await reply.code(404).send({ error: 'Server not found' })
      return { servers: [server], metadata: { count: 1 } }
    },
  )
  api.get(
    '/v0.1/servers/:name/versions/:version',
    {
      ...route,
      schema: {
        operationId: 'getRegistryServer',
        tags,
        summary: 'One of them in a version, or in the latest.',
        params: VersionParams,
        response: { 200: ServerBody, 404: Unknown },
      },
    },
    async (request, reply) => {
      const { name, version } = request.params
      const found = await find(name)
      const isThere = found !== undefined && (version === 'latest' || version === found.server.version)
      return isThere ? found : await reply.code(404).send({ error: 'Server or version not found' })
    },
  )
}

function wantedIn({ search, updated_since: since, cursor = '', limit = LIMIT_DEFAULT }: Static<typeof ServersQuery>) {
  const changedSince = since === undefined ? undefined : new Date(since)
  return [
    { adapter: 'mcp', query: search, changedSince },
    { pageSize: limit, pageToken: cursor },
  ] as const
}

async function unlessUnknown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 404) return undefined
    throw thrown
  }
}

function shownServer(measured: MeasuredListing, namespace: string, baseUrl: string) {
  const { publisher, name, title, description, createdAt, updatedAt } = measured.listing
  const { url, ...figures } = shownInList(measured, baseUrl)
  return {
    server: {
      name: registryNameOf(namespace, { publisher, app: name }),
      description: lineOf(description) || `${name} of ${publisher}`.slice(0, DESCRIPTION_LENGTH_MAX),
      ...(title !== '' && { title: lineOf(title) }),
      // Grows with each change of what is shown, so that whoever keeps a copy sees that there is another.
      version: `1.0.${Math.floor(updatedAt.getTime() / 1000)}`,
      websiteUrl: `${baseUrl}/api/v1/catalog/apps/${publisher}/${name}`,
      remotes: [
        {
          type: 'streamable-http' as const,
          url,
          headers: [
            {
              name: 'Authorization',
              description: 'Bearer, and an API key or access token',
              isRequired: true,
              isSecret: true,
            },
          ],
        },
      ],
    },
    _meta: {
      [OFFICIAL]: {
        status: 'active' as const,
        publishedAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        isLatest: true,
      },
      [LISTING]: { currency: 'USD' as const, ...figures },
    },
  }
}

/** The beginning, in one line. */
function lineOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= DESCRIPTION_LENGTH_MAX ? line : `${line.slice(0, DESCRIPTION_LENGTH_MAX - 1).toWellFormed()}…`
}
