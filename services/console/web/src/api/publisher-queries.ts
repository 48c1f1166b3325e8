import { queryOptions } from '@tanstack/react-query'
import { api, ask } from './client.ts'
import type { paths } from './generated/openapi.ts'
import type { Get, Json, PageQuery, Query } from './shapes.ts'

export type Publisher = Json<Get<'/api/v1/publisher'>>
export type OwnApp = Json<Get<'/api/v1/publisher/apps/{name}'>>
export type OwnAppInput = NonNullable<
  paths['/api/v1/publisher/apps/{name}']['put']['requestBody']
>['content']['application/json']
export type Circuit = Json<Get<'/api/v1/publisher/circuits'>>['items'][number]
export type Earnings = Json<Get<'/api/v1/publisher/earnings'>>
export type Payout = Json<Get<'/api/v1/publisher/payouts'>>['items'][number]
export type Rehearsal = Json<paths['/api/v1/publisher/apps/{name}/rehearsal']['post']>
export type PublisherUsageQuery = NonNullable<Query<Get<'/api/v1/publisher/usage'>>>
export type PublisherUsageSum = Json<Get<'/api/v1/publisher/usage'>>['items'][number]
export type FailureCount = Json<Get<'/api/v1/publisher/apps/{name}/failure-counts'>>['items'][number]
export type FailedCall = Json<Get<'/api/v1/publisher/apps/{name}/failures'>>['items'][number]
export type FailuresQuery = NonNullable<Query<Get<'/api/v1/publisher/apps/{name}/failures'>>>
export type Statement = Json<Get<'/api/v1/publisher/statements/{month}'>>

export const publisherQuery = queryOptions({
  queryKey: ['publisher'],
  queryFn: () => ask(api.GET('/api/v1/publisher')),
})

export const ownAppsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['publisher', 'apps', query],
    queryFn: () => ask(api.GET('/api/v1/publisher/apps', { params: { query } })),
  })

export const ownAppQuery = (name: string) =>
  queryOptions({
    queryKey: ['publisher', 'apps', name],
    queryFn: () => ask(api.GET('/api/v1/publisher/apps/{name}', { params: { path: { name } } })),
    // A form is filled from it: what is typed must not change below somebody's hands.
    refetchOnWindowFocus: false,
  })

export const circuitsQuery = queryOptions({
  queryKey: ['publisher', 'circuits'],
  queryFn: () => ask(api.GET('/api/v1/publisher/circuits')),
})

export const earningsQuery = queryOptions({
  queryKey: ['publisher', 'earnings'],
  queryFn: () => ask(api.GET('/api/v1/publisher/earnings')),
})

export const payoutsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['publisher', 'payouts', query],
    queryFn: () => ask(api.GET('/api/v1/publisher/payouts', { params: { query } })),
  })

export const publisherStatementsQuery = queryOptions({
  queryKey: ['publisher', 'statements'],
  queryFn: () => ask(api.GET('/api/v1/publisher/statements')),
})

export const publisherStatementQuery = (month: string) =>
  queryOptions({
    queryKey: ['publisher', 'statements', month],
    queryFn: async () => {
      const answer = await ask(api.GET('/api/v1/publisher/statements/{month}', { params: { path: { month } } }))
      if (typeof answer === 'string') throw new Error('JSON was asked for')
      return answer
    },
  })

export const publisherUsageQuery = (query: PublisherUsageQuery) =>
  queryOptions({
    queryKey: ['publisher', 'usage', query],
    queryFn: () => ask(api.GET('/api/v1/publisher/usage', { params: { query } })),
  })

export const failureCountsQuery = (name: string, query: { readonly from?: string }) =>
  queryOptions({
    queryKey: ['publisher', 'failure-counts', name, query],
    queryFn: () => ask(api.GET('/api/v1/publisher/apps/{name}/failure-counts', { params: { path: { name }, query } })),
  })

export const failuresQuery = (name: string, query: FailuresQuery) =>
  queryOptions({
    queryKey: ['publisher', 'failures', name, query],
    queryFn: () => ask(api.GET('/api/v1/publisher/apps/{name}/failures', { params: { path: { name }, query } })),
  })
