// The conformance suite cannot send a credential or a path of our choice, so it talks to this small proxy instead.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where the front sends what it gets. */
export interface FrontOptions {
  /** The address of one app on the gateway: `{base_url}/v1-beta/mcp/{username}/{appname}`. */
  target: string
  /** API key or access token that the front presents. */
  credential: string
}

/** A running front. */
export interface AuthorizingFront {
  url: string
  close(): Promise<void>
}

/** The client's headers as it sent them, with our credential and the gateway's address where the client named ours. */
function headersFor(request: IncomingMessage, frontHost: string, { target, credential }: FrontOptions): string[] {
  const gateway = new URL(target)
  const headers = ['Authorization', `Bearer ${credential}`]
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? ''
    const value = request.rawHeaders[index + 1] ?? ''
    if (name.toLowerCase() === 'authorization') continue
    headers.push(name, value.replace(frontHost, gateway.host))
  }
  return headers
}

function forward(request: IncomingMessage, response: ServerResponse, frontHost: string, options: FrontOptions): void {
  const outgoing = sendRequest(options.target, {
    method: request.method,
    headers: headersFor(request, frontHost, options),
    setHost: false,
    agent: false,
  })
  outgoing.on('response', answer => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    response.flushHeaders()
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

/** Starts a proxy that adds a credential and keeps streaming, `Host`, `Origin` and the client's hanging up as they are. */
export async function startAuthorizingFront(options: FrontOptions): Promise<AuthorizingFront> {
  const server = createServer((request, response) => {
    forward(request, response, `127.0.0.1:${address.port}`, options)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
