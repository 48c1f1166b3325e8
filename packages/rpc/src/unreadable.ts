import * as grpc from '@grpc/grpc-js'

/** Stands in for a message that is not what its method takes. */
const UNREADABLE = Symbol('unreadable')

/** How a call with such a message ends: it is its sender's mistake, where grpc-js would call it INTERNAL. */
export const unreadableStatus = { code: grpc.status.INVALID_ARGUMENT, details: 'The message could not be read.' }

/** Whether the message could not be read. */
export function isUnreadable(message: unknown): boolean {
  return message === UNREADABLE
}

/** The same service, of which a message that cannot be read reaches the handler as a sign of it. */
export function markUnreadable(definition: grpc.ServiceDefinition): grpc.ServiceDefinition {
  const methods = Object.entries(definition).map(([name, method]) => {
    const { requestDeserialize } = method
    const read = (bytes: Buffer): unknown => {
      try {
        return requestDeserialize(bytes)
      } catch {
        return UNREADABLE
      }
    }
    return [name, { ...method, requestDeserialize: read }] as const
  })
  return Object.fromEntries(methods)
}
