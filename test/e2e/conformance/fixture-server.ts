// The MCP server that the conformance suite is pointed at. Run alone: `node fixture-server.ts PORT`.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  createRequestStateCodec,
  McpServer,
  type PerRequestResponseMode,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import { registerChangeTools } from './fixture/change-tools.ts'
import { registerContentTools } from './fixture/content-tools.ts'
import { type RoundState, registerInputTools } from './fixture/input-tools.ts'
import { registerPrompts } from './fixture/prompts.ts'
import { registerResources } from './fixture/resources.ts'

/** A running fixture server. */
export interface FixtureServer {
  /** The MCP endpoint. */
  url: string
  close(): Promise<void>
}

/** What the adapter calls a request; Node's own type differs from it only in optional fields. */
type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0]

const codec = createRequestStateCodec<RoundState>({ key: randomBytes(32), ttlSeconds: 600 })

function buildServer(notify: ServerNotifier): McpServer {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    { capabilities: { logging: {} }, requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
  )
  registerContentTools(server)
  registerInputTools(server, codec)
  registerChangeTools(server, notify)
  registerPrompts(server)
  registerResources(server)
  return server
}

/** How a fixture server is to be started. */
export interface FixtureOptions {
  /** Where it listens on 127.0.0.1; left out: a free port. */
  port?: number
  /** `sse` answers every request as an event stream, as some servers do; left out: only where something streams. */
  responseMode?: PerRequestResponseMode
}

/** Starts an MCP server of revision 2026-07-28 with every name that the conformance suite's server scenarios use. */
export async function startFixtureServer({
  port = 0,
  responseMode = 'auto',
}: FixtureOptions = {}): Promise<FixtureServer> {
  const mcp = createMcpHandler(() => buildServer(mcp.notify), { legacy: 'reject', responseMode })
  const serveMcp = toNodeHandler(mcp)
  const isLocalHost = localhostHostValidation()
  const isLocalOrigin = localhostOriginValidation()
  const server = createServer((request, response) => {
    if (isLocalHost(request, response) && isLocalOrigin(request, response)) {
      void serveMcp(request as NodeRequest, response)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    async close() {
      await mcp.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

if (import.meta.main) {
  const { url } = await startFixtureServer({ port: Number(process.argv[2] ?? 0) })
  process.stdout.write(`${url}\n`)
}
