import type { FastifyRequest } from 'fastify'

/** Browsers ask for HTML by name; programs get the OAuth envelope. */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}
