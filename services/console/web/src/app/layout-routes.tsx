import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { accountQuery } from '../api/queries.ts'
import { NotFound, PageFailure } from './failures.tsx'
import { Shell } from './shell.tsx'

/** Above every page. */
export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFailure,
})

/** For people who are not logged in. */
export const entranceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entrance',
  component: lazyRouteComponent(() => import('../pages/entrance/entrance.tsx'), 'Entrance'),
})

/** What stands in an address, before a page has looked at it. */
export type Untyped = Readonly<Record<string, unknown>> & SearchSchemaInput

/** For people who are. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (account === null) {
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
    }
    return { account }
  },
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: PageFailure,
})
