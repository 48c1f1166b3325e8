import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountQuery } from '../api/queries.ts'
import { known, monthIn, pageSearch, textIn, wordIn } from '../lib/search.ts'
import { consoleRoute, entranceRoute, rootRoute, type Untyped } from './layout-routes.tsx'
import { operatorRoutes } from './operator-routes.tsx'
import { publisherRoutes } from './publisher-routes.tsx'

/** Only an address of our own is gone to after logging in. */
function loginSearch(search: Untyped) {
  const next = textIn(search, 'next')
  return known({ next: next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined })
}

const loginRoute = createRoute({
  getParentRoute: () => entranceRoute,
  path: 'login',
  validateSearch: loginSearch,
  beforeLoad: async ({ context, search }) => {
    if ((await context.queryClient.ensureQueryData(accountQuery)) !== null) throw redirect({ href: search.next ?? '/' })
  },
  component: lazyRouteComponent(() => import('../pages/entrance/login-page.tsx'), 'LoginPage'),
})
const signUpRoute = createRoute({
  getParentRoute: () => entranceRoute,
  path: 'signup',
  component: lazyRouteComponent(() => import('../pages/entrance/sign-up-page.tsx'), 'SignUpPage'),
})
const forgotRoute = createRoute({
  getParentRoute: () => entranceRoute,
  path: 'forgot-password',
  component: lazyRouteComponent(() => import('../pages/entrance/forgot-page.tsx'), 'ForgotPage'),
})
const resetRoute = createRoute({
  getParentRoute: () => entranceRoute,
  path: 'reset-password',
  validateSearch: (search: Untyped) => known({ token: textIn(search, 'token') }),
  component: lazyRouteComponent(() => import('../pages/entrance/reset-page.tsx'), 'ResetPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    // Who only owns a publisher has no wallet to look at.
    if (context.account.buyer === null) throw redirect({ to: '/publish' })
  },
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})
const walletRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'wallet',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      topUp: textIn(search, 'topUp'),
      month: monthIn(search),
      statements: wordIn(search, 'statements', ['all']),
    }),
  component: lazyRouteComponent(() => import('../pages/wallet/wallet-page.tsx'), 'WalletPage'),
})
const keysRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'keys',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      show: wordIn(search, 'show', ['all']),
      create: wordIn(search, 'create', ['yes']),
    }),
  component: lazyRouteComponent(() => import('../pages/keys/keys-page.tsx'), 'KeysPage'),
})
const callsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'calls',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      app: textIn(search, 'app'),
      code: textIn(search, 'code'),
      key: textIn(search, 'key'),
      from: textIn(search, 'from'),
      to: textIn(search, 'to'),
      live: wordIn(search, 'live', ['off']),
    }),
  component: lazyRouteComponent(() => import('../pages/calls/calls-page.tsx'), 'CallsPage'),
})
const callRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'calls/$callId',
  component: lazyRouteComponent(() => import('../pages/calls/call-page.tsx'), 'CallPage'),
})
const purchasesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'purchases',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      status: wordIn(search, 'status', ['active', 'inactive', 'expired', 'cancelled']),
    }),
  component: lazyRouteComponent(() => import('../pages/purchases/purchases-page.tsx'), 'PurchasesPage'),
})
const usageRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'usage',
  validateSearch: (search: Untyped) =>
    known({
      by: wordIn(search, 'by', ['day', 'app', 'tool', 'key']),
      days: wordIn({ days: textIn(search, 'days') }, 'days', ['7', '30', '90']),
    }),
  component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
})
const clientsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'clients',
  validateSearch: (search: Untyped) => pageSearch(search),
  component: lazyRouteComponent(() => import('../pages/clients/clients-page.tsx'), 'ClientsPage'),
})
const connectRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'connect',
  validateSearch: (search: Untyped) => known({ app: textIn(search, 'app') }),
  component: lazyRouteComponent(() => import('../pages/connect/connect-page.tsx'), 'ConnectPage'),
})
const accountRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
})
const marketRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'market',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      query: textIn(search, 'query'),
      adapter: wordIn(search, 'adapter', ['mcp', 'llm']),
      tier: wordIn(search, 'tier', ['free', 'paid']),
    }),
  component: lazyRouteComponent(() => import('../pages/market/market-page.tsx'), 'MarketPage'),
})
const appRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'market/$username/$app',
  component: lazyRouteComponent(() => import('../pages/market/app-page.tsx'), 'AppPage'),
})
const playgroundRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'playground',
  validateSearch: (search: Untyped) => known({ app: textIn(search, 'app'), tool: textIn(search, 'tool') }),
  component: lazyRouteComponent(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage'),
})

export const routeTree = rootRoute.addChildren([
  entranceRoute.addChildren([loginRoute, signUpRoute, forgotRoute, resetRoute]),
  consoleRoute.addChildren([
    homeRoute,
    walletRoute,
    keysRoute,
    callsRoute,
    callRoute,
    purchasesRoute,
    usageRoute,
    clientsRoute,
    connectRoute,
    accountRoute,
    marketRoute,
    appRoute,
    playgroundRoute,
    ...publisherRoutes,
    operatorRoutes,
  ]),
])
