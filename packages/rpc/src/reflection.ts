import type { MethodDefinition, Server, ServiceDefinition } from '@grpc/grpc-js'
import { type MessageTypeDefinition, type PackageDefinition } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'

/** A service that is served. */
interface Served {
  readonly name: string
  readonly definition: ServiceDefinition
}

/** Tells who asks what the server serves, by the protocol of reflection. */
export function addReflection(server: Server, served: readonly Served[]): void {
  new ReflectionService(filesOf(served), { services: served.map(({ name }) => name) }).addToServer(server)
}

/**
 * A message's definition carries the files of its package and of what they import, and reflection reads them anew for each
 * message it is given: one of each service is enough.
 */
function filesOf(served: readonly Served[]): PackageDefinition {
  return Object.fromEntries(
    served.flatMap(({ name, definition }) => {
      const [method] = Object.values(definition)
      return method === undefined ? [] : [[name, requestTypeOf(method)]]
    }),
  )
}

function requestTypeOf(method: MethodDefinition<unknown, unknown>): MessageTypeDefinition<object, object> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proto-loader, which made it, says so; grpc-js does not need to know
  return (method as unknown as { requestType: MessageTypeDefinition<object, object> }).requestType
}
