import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { known, pageSearch, textIn, wordIn } from '../lib/search.ts'
import { NoSuchPage } from './failures.tsx'
import { consoleRoute, type Untyped } from './layout-routes.tsx'

/** For accounts that run the gateway; for everybody else there is no such page. The API decides by itself. */
const operatorRoute = createRoute({
  getParentRoute: () => consoleRoute,
  id: 'operator',
  beforeLoad: ({ context }) => {
    if (!context.account.operator) throw notFound()
  },
  notFoundComponent: NoSuchPage,
})

const systemRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator',
  validateSearch: (search: Untyped) =>
    known({
      hours: wordIn({ hours: textIn(search, 'hours') }, 'hours', ['1', '6', '24']),
      minutes: wordIn({ minutes: textIn(search, 'minutes') }, 'minutes', ['5', '60', '1440']),
    }),
  component: lazyRouteComponent(() => import('../pages/operator/system-page.tsx'), 'SystemPage'),
})
const accountsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator/accounts',
  validateSearch: (search: Untyped) =>
    known({
      buyer: textIn(search, 'buyer'),
      buyers: wordIn(search, 'buyers', ['suspended']),
      buyersToken: textIn(search, 'buyersToken'),
      publisher: textIn(search, 'publisher'),
      publishers: wordIn(search, 'publishers', ['suspended']),
      publishersToken: textIn(search, 'publishersToken'),
    }),
  component: lazyRouteComponent(() => import('../pages/operator/accounts-page.tsx'), 'AccountsPage'),
})
const moneyRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator/money',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      kind: wordIn(search, 'kind', ['refund', 'dispute']),
      buyer: textIn(search, 'buyer'),
      openToken: textIn(search, 'openToken'),
    }),
  component: lazyRouteComponent(() => import('../pages/operator/money-page.tsx'), 'MoneyPage'),
})
const deadLettersRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator/dead-letters',
  validateSearch: (search: Untyped) => pageSearch(search),
  component: lazyRouteComponent(() => import('../pages/operator/dead-letters-page.tsx'), 'DeadLettersPage'),
})
const auditRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator/audit',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      actor: textIn(search, 'actor'),
      action: textIn(search, 'action'),
      target: textIn(search, 'target'),
      from: textIn(search, 'from'),
      to: textIn(search, 'to'),
    }),
  component: lazyRouteComponent(() => import('../pages/operator/audit-page.tsx'), 'AuditPage'),
})
const signingKeysRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'operator/signing-keys',
  component: lazyRouteComponent(() => import('../pages/operator/signing-keys-page.tsx'), 'SigningKeysPage'),
})

/** What operators see. */
export const operatorRoutes = operatorRoute.addChildren([
  systemRoute,
  accountsRoute,
  moneyRoute,
  deadLettersRoute,
  auditRoute,
  signingKeysRoute,
])
