import { queryOptions } from '@tanstack/react-query'
import { api, ask } from './client.ts'
import type { Get, Json, PageQuery, Query } from './shapes.ts'

export type ServiceHealth = Json<Get<'/api/v1/operator/health'>>['items'][number]
export type StageTime = Json<Get<'/api/v1/operator/stages'>>['items'][number]
export type OperatorCircuit = Json<Get<'/api/v1/operator/circuits'>>['items'][number]
export type OpenReservation = Json<Get<'/api/v1/operator/open-reservations'>>['items'][number]
export type OpenQuery = NonNullable<Query<Get<'/api/v1/operator/open-reservations'>>>
export type Reversal = Json<Get<'/api/v1/operator/reversals'>>['items'][number]
export type ReversalsQuery = NonNullable<Query<Get<'/api/v1/operator/reversals'>>>
export type DeadLetter = Json<Get<'/api/v1/operator/dead-letters'>>['items'][number]
export type AuditEntry = Json<Get<'/api/v1/operator/audit'>>['items'][number]
export type AuditQuery = NonNullable<Query<Get<'/api/v1/operator/audit'>>>
export type ListedBuyer = Json<Get<'/api/v1/operator/buyers'>>['items'][number]
export type ListedPublisher = Json<Get<'/api/v1/operator/publishers'>>['items'][number]
export type BuyersQuery = NonNullable<Query<Get<'/api/v1/operator/buyers'>>>
export type PublishersQuery = NonNullable<Query<Get<'/api/v1/operator/publishers'>>>
export type SigningKey = Json<Get<'/api/v1/operator/signing-keys'>>['items'][number]

export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: () => ask(api.GET('/api/v1/operator/health')),
})

export const stagesQuery = (minutes: number) =>
  queryOptions({
    queryKey: ['operator', 'stages', minutes],
    queryFn: () => ask(api.GET('/api/v1/operator/stages', { params: { query: { minutes } } })),
  })

export const driftQuery = (hours: number) =>
  queryOptions({
    queryKey: ['operator', 'drift', hours],
    queryFn: () => ask(api.GET('/api/v1/operator/drift', { params: { query: { hours } } })),
  })

export const operatorCircuitsQuery = queryOptions({
  queryKey: ['operator', 'circuits'],
  queryFn: () => ask(api.GET('/api/v1/operator/circuits')),
})

export const openReservationsQuery = (query: OpenQuery) =>
  queryOptions({
    queryKey: ['operator', 'open-reservations', query],
    queryFn: () => ask(api.GET('/api/v1/operator/open-reservations', { params: { query } })),
  })

export const reversalsQuery = (query: ReversalsQuery) =>
  queryOptions({
    queryKey: ['operator', 'reversals', query],
    queryFn: () => ask(api.GET('/api/v1/operator/reversals', { params: { query } })),
  })

export const deadLettersQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: ['operator', 'dead-letters', query],
    queryFn: () => ask(api.GET('/api/v1/operator/dead-letters', { params: { query } })),
  })

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['operator', 'audit', query],
    queryFn: () => ask(api.GET('/api/v1/operator/audit', { params: { query } })),
  })

export const listedBuyersQuery = (query: BuyersQuery) =>
  queryOptions({
    queryKey: ['operator', 'buyers', query],
    queryFn: () => ask(api.GET('/api/v1/operator/buyers', { params: { query } })),
  })

export const listedPublishersQuery = (query: PublishersQuery) =>
  queryOptions({
    queryKey: ['operator', 'publishers', query],
    queryFn: () => ask(api.GET('/api/v1/operator/publishers', { params: { query } })),
  })

export const signingKeysQuery = queryOptions({
  queryKey: ['operator', 'signing-keys'],
  queryFn: () => ask(api.GET('/api/v1/operator/signing-keys')),
})
