import type { MethodDefinition } from '@grpc/proto-loader'

/** Method names of a generated service definition, without the index signature that it inherits. */
export type MethodName<Definition> = Extract<
  keyof { [Name in keyof Definition as string extends Name ? never : Name]: unknown },
  string
>

/** What a client of the method may send (absent fields allowed). */
export type RequestOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer Request, infer _A, infer _B, infer _C> ? Request : never

/** What a server of the method receives (every field present). */
export type ReceivedRequestOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer _A, infer _B, infer Received, infer _C> ? Received : never

/** What a server of the method may answer (absent fields allowed). */
export type ResponseOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer _A, infer Response, infer _B, infer _C> ? Response : never

/** What a client of the method receives (every field present). */
export type ReceivedResponseOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer _A, infer _B, infer _C, infer Received> ? Received : never
