/** As much of an OpenAPI document as the tests walk through. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** One operation of it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** JSON Schema, as far as the routes use it. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

/** Every operation of a document that the console answers itself. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  const own = Object.entries(paths).filter(([path]) => path.startsWith('/api/') || path.startsWith('/v0.1/'))
  return own.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}
