import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { known, pageSearch, textIn, wordIn } from '../lib/search.ts'
import { consoleRoute, type Untyped } from './layout-routes.tsx'

const DAYS = ['7', '30', '90'] as const
const daysIn = (search: Untyped) => wordIn({ days: textIn(search, 'days') }, 'days', DAYS)

const appsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'publish',
  validateSearch: (search: Untyped) =>
    known({ ...pageSearch(search), create: wordIn(search, 'create', ['yes']), show: wordIn(search, 'show', ['key']) }),
  component: lazyRouteComponent(() => import('../pages/publish/publish-page.tsx'), 'PublishPage'),
})
const ownAppRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'publish/apps/$name',
  validateSearch: (search: Untyped) =>
    known({
      tab: wordIn(search, 'tab', ['listing', 'prices', 'tools', 'preview', 'errors']),
      ...failureSearch(search),
    }),
  component: lazyRouteComponent(() => import('../pages/publish/own-app-page.tsx'), 'OwnAppPage'),
})
const failureSearch = (search: Untyped) => ({ ...pageSearch(search), code: textIn(search, 'code') })
const revenueRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'publish/revenue',
  validateSearch: (search: Untyped) =>
    known({
      days: daysIn(search),
      app: textIn(search, 'app'),
      of: wordIn(search, 'of', ['charged', 'buyers', 'calls']),
    }),
  component: lazyRouteComponent(() => import('../pages/publish/revenue-page.tsx'), 'RevenuePage'),
})
const payoutsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'publish/payouts',
  validateSearch: (search: Untyped) =>
    known({
      ...pageSearch(search),
      send: wordIn(search, 'send', ['yes']),
      account: wordIn(search, 'account', ['yes']),
      month: textIn(search, 'month'),
    }),
  component: lazyRouteComponent(() => import('../pages/publish/payouts-page.tsx'), 'PayoutsPage'),
})

/** What publishers see. */
export const publisherRoutes = [appsRoute, ownAppRoute, revenueRoute, payoutsRoute]
