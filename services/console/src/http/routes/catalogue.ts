import { parseMicros } from '@mtg/primitives'
import { type Static, Type } from 'typebox'
import type { ListingQuery } from '../../domain/listing.ts'
import { type CatalogueSources, findMeasured, listMeasured } from '../../use-cases/catalogue/measured-listings.ts'
import type { Api } from '../api.ts'
import { cacheable } from '../cacheable.ts'
import { AppBody, ListedAppBody, shownApp, shownInList } from '../schemas/listing.ts'
import { pageOf } from '../schemas/page-of.ts'
import { AmountInput, closed, pageIn, pageQuery } from '../schemas/values.ts'

/** What is listed, and where it is called. */
export interface CatalogueRouteDeps extends CatalogueSources {
  readonly baseUrl: string
}

const Name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' })

const CatalogueQuery = Type.Object(
  {
    ...pageQuery,
    query: Type.Optional(
      Type.String({ maxLength: 100, description: 'Words of names, descriptions and tools', examples: ['web search'] }),
    ),
    adapter: Type.Optional(Type.Union([Type.Literal('mcp'), Type.Literal('llm')])),
    tier: Type.Optional(
      Type.Union([Type.Literal('free'), Type.Literal('paid')], { description: 'Offered in this tier' }),
    ),
    publisher: Type.Optional(Name),
    minPrice: Type.Optional(
      Type.Unsafe<string>({
        ...AmountInput,
        description: 'One of its calls costs at least so much in the paid tier; apps without one cost 0',
      }),
    ),
    maxPrice: Type.Optional(
      Type.Unsafe<string>({ ...AmountInput, description: 'One of its calls costs at most so much' }),
    ),
    sort: Type.Optional(
      Type.Union([Type.Literal('relevance'), Type.Literal('name'), Type.Literal('price'), Type.Literal('newest')], {
        description: 'By relevance when there is a query, else by name',
      }),
    ),
  },
  closed,
)

const AppParams = Type.Object({ username: Name, app: Name })

const tags = ['Catalogue']
const MAX_AGE_SECONDS = 30

/** What everybody may see: apps with their tools, prices, limits and promises. */
export function catalogueRoutes(api: Api, deps: CatalogueRouteDeps): void {
  const { baseUrl } = deps
  api.get(
    '/catalog/apps',
    {
      ...cacheable(MAX_AGE_SECONDS),
      config: { access: 'public' },
      schema: {
        operationId: 'listCatalogue',
        tags,
        summary: 'Apps that are published, found by words, adapter, tier and price.',
        querystring: CatalogueQuery,
        response: { 200: pageOf(ListedAppBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await listMeasured(deps, wantedIn(request.query), pageIn(request.query))
      return { items: items.map(each => shownInList(each, baseUrl)), nextPageToken }
    },
  )
  api.get(
    '/catalog/apps/:username/:app',
    {
      ...cacheable(MAX_AGE_SECONDS),
      config: { access: 'public' },
      schema: {
        operationId: 'getCatalogueApp',
        tags,
        summary: 'One app with all of its tools, and what is charged when.',
        params: AppParams,
        response: { 200: AppBody },
      },
    },
    async request => {
      const { username, app } = request.params
      return shownApp(await findMeasured(deps, username, app), baseUrl)
    },
  )
}

function wantedIn({
  query,
  adapter,
  tier,
  publisher,
  minPrice,
  maxPrice,
  sort,
}: Static<typeof CatalogueQuery>): ListingQuery {
  return {
    query,
    adapter,
    tier,
    publisher,
    order: sort,
    priceMinMicros: minPrice === undefined ? undefined : parseMicros(minPrice),
    priceMaxMicros: maxPrice === undefined ? undefined : parseMicros(maxPrice),
  }
}
