import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import type { Api } from '../api.ts'
import { cacheable } from '../cacheable.ts'
import { llmsText } from '../views/llms-text.ts'
import type { CatalogueRouteDeps } from './catalogue.ts'
import { registryRoutes } from './registry.ts'

/** Whom people write to who have found a hole, and by what rules. */
interface SecurityContact {
  /** mailto: or https: */
  readonly contact: string | undefined
  readonly policy: string | undefined
}

/** What is to be found, and where. */
export interface DiscoveryDeps extends CatalogueRouteDeps {
  readonly security: SecurityContact
  readonly clock: Clock
}

const MAX_AGE_SECONDS = 300
const LISTED_APPS_MAX = 100
const DAY_MS = 24 * 3_600_000
/** RFC 9116 asks for less than a year. */
const SECURITY_TEXT_DAYS = 180

/** Where programs that know nothing but the origin begin. */
export function discoveryRoutes(api: Api, deps: DiscoveryDeps): void {
  registryRoutes(api, deps)
  const { baseUrl, security, clock, catalogue } = deps
  const route = {
    ...cacheable(MAX_AGE_SECONDS),
    exposeHeadRoute: true,
    config: { access: 'public' as const },
    schema: { hide: true },
  }
  api.get('/.well-known/api-catalog', route, async (_request, reply) =>
    reply
      .type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
      .header('link', `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`)
      .send(JSON.stringify(linksetOf(baseUrl))),
  )
  api.get('/.well-known/security.txt', route, async (_request, reply) => {
    if (security.contact === undefined) throw appError('not_found')
    return await reply.type('text/plain; charset=utf-8').send(securityText(baseUrl, security, clock.nowMs()))
  })
  api.get('/llms.txt', route, async (_request, reply) => {
    const { items, nextPageToken } = await catalogue.list(
      { order: 'newest' },
      { pageSize: LISTED_APPS_MAX, pageToken: '' },
    )
    return await reply.type('text/plain; charset=utf-8').send(llmsText(baseUrl, items, nextPageToken !== null))
  })
}

/** RFC 9727 and RFC 9264. */
function linksetOf(baseUrl: string) {
  const openapi = { href: `${baseUrl}/openapi.json`, type: 'application/vnd.oai.openapi+json;version=3.1' }
  const metadata = { href: `${baseUrl}/.well-known/oauth-protected-resource`, type: 'application/json' }
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api/v1`,
        'service-desc': [openapi],
        'service-doc': [
          { href: `${baseUrl}/openapi.html`, type: 'text/html' },
          { href: `${baseUrl}/llms.txt`, type: 'text/plain' },
        ],
        'service-meta': [metadata],
        status: [{ href: `${baseUrl}/health`, type: 'application/json' }],
        item: [{ href: `${baseUrl}/api/v1/catalog/apps`, type: 'application/json' }],
      },
      {
        anchor: `${baseUrl}/v1-beta`,
        'service-desc': [openapi],
        'service-meta': [
          metadata,
          { href: `${baseUrl}/.well-known/oauth-authorization-server`, type: 'application/json' },
        ],
      },
      { anchor: `${baseUrl}/v0.1`, item: [{ href: `${baseUrl}/v0.1/servers`, type: 'application/json' }] },
    ],
  }
}

/** RFC 9116. Its end moves once a day, so that it is the same text in between. */
function securityText(baseUrl: string, { contact, policy }: SecurityContact, nowMs: number): string {
  const expires = new Date((Math.floor(nowMs / DAY_MS) + SECURITY_TEXT_DAYS) * DAY_MS)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ]
  return `${lines.join('\n')}\n`
}
