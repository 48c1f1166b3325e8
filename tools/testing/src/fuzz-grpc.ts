import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import * as fc from 'fast-check'
import { fuzz } from './fuzz.ts'
import { messageOf } from './wire.ts'

/** Which methods of a running server are fuzzed. */
export interface FuzzTarget {
  readonly address: string
  readonly services: readonly ServiceRef<unknown>[]
  /** Methods that need what is not there in the test, such as another service: "Reconcile". */
  readonly except?: readonly string[]
  readonly token?: string
}

const CASES_PER_METHOD = 25
const TIMEOUT_MS = 20_000
/** What a message may not be answered with, however bad it is: each says that we failed. */
const OUR_FAULT = new Set(['INTERNAL', 'UNKNOWN', 'DATA_LOSS', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'])
const OUR_FAULT_CODES = new Set(['internal_error', 'database_error', 'redis_error', 'overloaded'])

interface Method extends grpc.MethodDefinition<unknown, unknown> {
  readonly requestType: string
}

interface Refused {
  readonly results?: readonly { readonly refusal?: { readonly code: string } | null }[]
}

const same = (bytes: Buffer) => bytes

/**
 * Sends messages of every method, right and wrong in shape and value, to a real server. Each must be answered, and none with a
 * failure of ours.
 */
export async function fuzzGrpc(context: TestContext, target: FuzzTarget): Promise<void> {
  const client = new grpc.Client(target.address, grpc.credentials.createInsecure())
  const methods = target.services.flatMap(methodsOf).filter(({ path }) => !isExcepted(target, path))
  const cases = fc
    .constantFrom(...methods)
    .chain(method => messageOf(method.requestType).map(bytes => ({ path: method.path, method, bytes })))
  try {
    await fuzz(
      context,
      methods.length * CASES_PER_METHOD,
      fc.asyncProperty(cases, async ({ method, bytes }) => {
        const answers = method.requestStream
          ? await stream(client, method, bytes, target)
          : await unary(client, method, bytes, target)
        for (const answer of answers) {
          assert.ok(!OUR_FAULT.has(answer) && !OUR_FAULT_CODES.has(answer), `${method.path}: ${answer}`)
        }
      }),
    )
  } finally {
    client.close()
  }
}

const isExcepted = ({ except = [] }: FuzzTarget, path: string) => except.includes(path.slice(path.lastIndexOf('/') + 1))

/** A request is of the package of its service. */
function methodsOf({ name, definition }: ServiceRef<unknown>): Method[] {
  const packageName = name.slice(0, name.lastIndexOf('.'))
  return Object.values(definition).map(method => {
    const { requestType } = method as unknown as { readonly requestType: { readonly type: { readonly name: string } } }
    return { ...method, requestType: `${packageName}.${requestType.type.name}` }
  })
}

function metadataOf({ token }: FuzzTarget): grpc.Metadata {
  const metadata = new grpc.Metadata()
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`)
  return metadata
}

const deadline = () => ({ deadline: Date.now() + TIMEOUT_MS })

/** The status of a call. */
function unary(client: grpc.Client, { path }: Method, bytes: Buffer, target: FuzzTarget): Promise<string[]> {
  return new Promise(resolve => {
    client.makeUnaryRequest(path, same, same, bytes, metadataOf(target), deadline(), failure =>
      resolve([grpc.status[failure?.code ?? grpc.status.OK] ?? 'unknown']),
    )
  })
}

/** The status of a stream that carries one message, and the codes of what it refuses. */
function stream(client: grpc.Client, method: Method, bytes: Buffer, target: FuzzTarget): Promise<string[]> {
  return new Promise(resolve => {
    const { path, responseDeserialize } = method
    const codes: string[] = []
    const call = client.makeBidiStreamRequest(path, same, responseDeserialize, metadataOf(target), deadline())
    call.on('data', (message: Refused) => {
      for (const { refusal } of message.results ?? []) if (refusal) codes.push(refusal.code)
    })
    call.on('error', () => {})
    call.on('status', ({ code }: grpc.StatusObject) => resolve([...codes, grpc.status[code] ?? 'unknown']))
    call.write(bytes)
    call.end()
  })
}
