import type { Keyring } from '../../use-cases/signing/keyring.ts'
import type { Endpoint } from '../endpoint.ts'
import { sendPublicJson } from '../respond.ts'

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
