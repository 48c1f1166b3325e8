import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { services } from '@mtg/contracts'
import { addReflection } from './reflection.ts'

interface Reflected {
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] }
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Buffer[] }
  readonly errorResponse?: { readonly errorCode: number }
}

const PROTO = '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto'
const closings: (() => void)[] = []

after(() => {
  for (const close of closings) close()
})

/** Asks a server that serves these. */
async function reflectionOf(...served: { readonly name: string; readonly definition: grpc.ServiceDefinition }[]) {
  const server = new grpc.Server()
  addReflection(server, served)
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (failure, bound) =>
      failure ? reject(failure) : resolve(bound),
    ),
  )
  const definition = loadSync(createRequire(import.meta.url).resolve(PROTO))['grpc.reflection.v1.ServerReflection']
  const method = (definition as grpc.ServiceDefinition)['ServerReflectionInfo']
  assert.ok(method)
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  closings.push(() => {
    client.close()
    server.forceShutdown()
  })
  return (question: object): Promise<Reflected> =>
    new Promise((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = method
      const call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
      call.on('data', (answer: Reflected) => resolve(answer))
      call.on('error', reject)
      call.end(question)
    })
}

test('reflection lists what is served, and nothing else', async () => {
  const ask = await reflectionOf(services.billing.WalletService, services.metering.UsageService)
  const { listServicesResponse } = await ask({ listServices: '*' })
  assert.deepEqual(listServicesResponse?.service.map(({ name }) => name).toSorted(), [
    'gateway.billing.v1.WalletService',
    'gateway.metering.v1.UsageService',
  ])
})

test('every method of every service can be described from its own server', async () => {
  for (const area of Object.values(services)) {
    const served = Object.values(area)
    const ask = await reflectionOf(...served)
    for (const { name, definition } of served) {
      for (const method of Object.keys(definition)) {
        const { fileDescriptorResponse, errorResponse } = await ask({ fileContainingSymbol: `${name}.${method}` })
        assert.equal(errorResponse, undefined, `${name}.${method}`)
        const files = Buffer.concat([...(fileDescriptorResponse?.fileDescriptorProto ?? [])]).toString('latin1')
        assert.ok(files.includes(method), `${name}.${method}`)
      }
    }
  }
})
