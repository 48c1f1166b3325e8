import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { accountQuery } from '../api/queries.ts'
import { Toasts } from '../ui/toast.tsx'
import { routeTree } from './routes.tsx'

const RETRIES_MAX = 2

const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused will be refused again; what failed may work the next time.
      retry: (failures, error) =>
        failures < RETRIES_MAX && !(error instanceof ApiError && error.status < 500 && error.status > 0),
    },
  },
  queryCache: new QueryCache({
    onError: error => {
      if (error instanceof ApiError && error.status === 401) endSession()
    },
  }),
})

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

/** The session has ended elsewhere: nothing of the account stays on the screen. */
function endSession(): void {
  queryClient.clear()
  queryClient.setQueryData(accountQuery.queryKey, null)
  void router.invalidate()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The whole app. */
export function App(): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  )
}
