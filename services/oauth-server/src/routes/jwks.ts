import type { Endpoint } from '../http/endpoint.ts'
import { sendPublicJson } from '../http/respond.ts'
import type { Keyring } from '../signing/keyring.ts'

const MAX_AGE_SECONDS = 300

/** GET /.well-known/jwks.json */
export function jwksEndpoint(keyring: Keyring): Endpoint {
  return {
    name: 'jwks',
    path: '/.well-known/jwks.json',
    cors: true,
    methods: { GET: (_request, reply) => sendPublicJson(reply, { keys: keyring.published() }, MAX_AGE_SECONDS) },
  }
}
