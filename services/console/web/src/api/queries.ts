import { queryOptions } from '@tanstack/react-query'
import { ApiError, api, ask } from './client.ts'
import type { Get, Json, PageQuery, Query } from './shapes.ts'

export type Account = Json<Get<'/api/v1/account'>>
export type Wallet = Json<Get<'/api/v1/wallet'>>
export type WalletEntry = Json<Get<'/api/v1/wallet/entries'>>['items'][number]
export type TopUp = Json<Get<'/api/v1/wallet/top-ups'>>['items'][number]
export type ApiKey = Json<Get<'/api/v1/keys'>>['items'][number]
export type Purchase = Json<Get<'/api/v1/purchases'>>['items'][number]
export type CallSummary = Json<Get<'/api/v1/calls'>>['items'][number]
export type Call = Json<Get<'/api/v1/calls/{id}'>>
export type CallsQuery = NonNullable<Query<Get<'/api/v1/calls'>>>
export type UsageSum = Json<Get<'/api/v1/usage'>>['items'][number]
export type UsageQuery = NonNullable<Query<Get<'/api/v1/usage'>>>
export type OutcomesQuery = NonNullable<Query<Get<'/api/v1/usage/outcomes'>>>
export type StatementMonth = Json<Get<'/api/v1/statements'>>['items'][number]
export type Statement = Exclude<Json<Get<'/api/v1/statements/{month}'>>, string>
export type Session = Json<Get<'/api/v1/sessions'>>['items'][number]
export type OauthClient = Json<Get<'/api/v1/oauth-clients'>>['items'][number]

export type CatalogueQuery = NonNullable<Query<Get<'/api/v1/catalog/apps'>>>
export type ListedApp = Json<Get<'/api/v1/catalog/apps'>>['items'][number]
export type AppDetails = Json<Get<'/api/v1/catalog/apps/{username}/{app}'>>

/** Who is logged in; null when nobody is. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async (): Promise<Account | null> => {
    try {
      return await ask(api.GET('/api/v1/account'))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: () => ask(api.GET('/api/v1/wallet')),
})

export const entriesQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['wallet', 'entries', query],
    queryFn: () => ask(api.GET('/api/v1/wallet/entries', { params: { query } })),
  })

export const topUpsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['wallet', 'top-ups', query],
    queryFn: () => ask(api.GET('/api/v1/wallet/top-ups', { params: { query } })),
  })

export const keysQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['keys', query],
    queryFn: () => ask(api.GET('/api/v1/keys', { params: { query } })),
  })

export type PurchasesQuery = NonNullable<Query<Get<'/api/v1/purchases'>>>

export const purchasesQuery = (query: PurchasesQuery) =>
  queryOptions({
    queryKey: ['purchases', query],
    queryFn: () => ask(api.GET('/api/v1/purchases', { params: { query } })),
  })

export const callsQuery = (query: CallsQuery) =>
  queryOptions({
    queryKey: ['calls', query],
    queryFn: () => ask(api.GET('/api/v1/calls', { params: { query } })),
  })

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ['calls', id],
    queryFn: () => ask(api.GET('/api/v1/calls/{id}', { params: { path: { id } } })),
  })

export const usageQuery = (query: UsageQuery) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: async () => {
      const answer = await ask(api.GET('/api/v1/usage', { params: { query } }))
      if (typeof answer === 'string') throw new Error('CSV was not asked for')
      return answer
    },
  })

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => ask(api.GET('/api/v1/sessions')),
})

export const oauthClientsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['oauth-clients', query],
    queryFn: () => ask(api.GET('/api/v1/oauth-clients', { params: { query } })),
  })

export const catalogueQuery = (query: CatalogueQuery) =>
  queryOptions({
    queryKey: ['catalogue', query],
    queryFn: () => ask(api.GET('/api/v1/catalog/apps', { params: { query } })),
  })

export const appQuery = (path: { readonly username: string; readonly app: string }) =>
  queryOptions({
    queryKey: ['catalogue', 'app', path],
    queryFn: () => ask(api.GET('/api/v1/catalog/apps/{username}/{app}', { params: { path } })),
  })

export const outcomesQuery = (query: OutcomesQuery) =>
  queryOptions({
    queryKey: ['outcomes', query],
    queryFn: () => ask(api.GET('/api/v1/usage/outcomes', { params: { query } })),
  })

export const statementsQuery = queryOptions({
  queryKey: ['statements'],
  queryFn: () => ask(api.GET('/api/v1/statements')),
})

export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: ['statements', month],
    queryFn: async () => {
      const answer = await ask(api.GET('/api/v1/statements/{month}', { params: { path: { month } } }))
      if (typeof answer === 'string') throw new Error('JSON was asked for')
      return answer
    },
  })
