import type { paths } from './generated/openapi.ts'

/** The GET of a path. */
export type Get<Path extends keyof paths> = paths[Path] extends { readonly get: infer Operation } ? Operation : never

/** What an operation answers with when it has gone well. */
export type Json<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never

/** What its address may hold. */
export type Query<Operation> = Operation extends { parameters: { query?: infer Parameters } } ? Parameters : never

/** Which page of a list. */
export interface PageQuery {
  readonly pageSize?: number
  readonly pageToken?: string
}
