// Prints the console's OpenAPI document, without a server: it is made of the routes' schemas alone.
import { createMetrics } from '../packages/observability/src/index.ts'
import type { Api } from '../services/console/src/http/api.ts'
import { allRoutes, type RouteDeps } from '../services/console/src/http/routes/all-routes.ts'
import { buildApi, type ServerOptions } from '../services/console/src/http/server.ts'
import { createSessionCookie } from '../services/console/src/http/session-cookie.ts'

/** Stands for whatever routes answer from: describing them asks for none of it, and calling it is a bug. */
function unused(): unknown {
  return new Proxy(() => undefined, {
    get: () => unused(),
    apply: () => {
      throw new Error('describing the API must not use what it answers from')
    },
  })
}

const options: unknown = {
  metrics: createMetrics('openapi-document'),
  baseUrl: 'http://localhost',
  cookie: createSessionCookie({ isSecure: false }),
  limits: unused(),
  ownOrigins: new Set<string>(),
  trustedProxies: [],
  connectionsMax: 1,
  bodyBytesMax: 1024,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in, see above
  routes: (api: Api) => allRoutes(api, unused() as RouteDeps),
  // They are not described: what finds the API is no part of it.
  rootRoutes: () => {},
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that describing the routes needs
const api = await buildApi(options as ServerOptions)
await api.ready()
console.log(JSON.stringify(api.swagger()))
await api.close()
